import type { CellArea, WeekCells } from '@ohmstead/pricing/time-plan/week-cells'
import { useState } from 'react'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import {
  adoptPlan,
  bringOver,
  isDirty,
  noteSaved,
  paint,
  redo,
  startDraft,
  step,
  undo,
} from './plan-draft.ts'

export type PlanDraftState = ReturnType<typeof usePlanDraft>

/** What is painted on a page, kept in step with the plan on the server. */
export function usePlanDraft(plan: TimePlanView) {
  const [stored, setDraft] = useState(() => startDraft(plan))
  const draft = adoptPlan(stored, plan)
  if (draft !== stored) setDraft(draft)
  return {
    cells: draft.cells,
    baseCells: draft.baseCells,
    /** The version that a save names. */
    version: draft.base.version,
    newer: draft.newer,
    isDirty: isDirty(draft),
    mayUndo: draft.past.length > 0,
    mayRedo: draft.future.length > 0,
    paint: (area: CellArea, blockId: number | null) => setDraft((now) => paint(now, area, blockId)),
    replace: (cells: WeekCells) => setDraft((now) => step(now, cells)),
    undo: () => setDraft(undo),
    redo: () => setDraft(redo),
    drop: () => setDraft((now) => startDraft(now.newer ?? plan)),
    bringOver: () => setDraft((now) => (now.newer ? bringOver(now, now.newer) : now)),
    noteSaved: (cells: WeekCells, version: number) => setDraft((now) => noteSaved(now, cells, version)),
    /** A season or block was saved here: the plan that comes back is no stranger's. */
    noteOwnVersion: (ownVersion: number) => setDraft((now) => ({ ...now, ownVersion })),
  }
}
