import {
  type CellArea,
  isSameWeek,
  layOutCells,
  paintCells,
  rebaseCells,
  type WeekCells,
} from '@ohmstead/pricing/time-plan/week-cells'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'

/** What somebody paints, on top of the plan that they began from. */
export interface PlanDraft {
  base: TimePlanView
  baseCells: WeekCells
  cells: WeekCells
  past: readonly WeekCells[]
  future: readonly WeekCells[]
  /** A newer version with other hours, saved by somebody else while there was painting here. */
  newer: TimePlanView | null
  /** The version that this page itself has written last. */
  ownVersion: number
}

const mostSteps = 200

export function startDraft(plan: TimePlanView): PlanDraft {
  const cells = layOutCells(plan)
  return { base: plan, baseCells: cells, cells, past: [], future: [], newer: null, ownVersion: plan.version }
}

export const isDirty = ({ baseCells, cells }: PlanDraft) => !isSameWeek(baseCells, cells)

export function paint(draft: PlanDraft, area: CellArea, blockId: number | null): PlanDraft {
  return step(draft, paintCells(draft.cells, area, blockId))
}

/** A change that can be undone. */
export function step(draft: PlanDraft, cells: WeekCells): PlanDraft {
  if (isSameWeek(cells, draft.cells)) return draft
  return { ...draft, cells, past: [...draft.past, draft.cells].slice(-mostSteps), future: [] }
}

export function undo(draft: PlanDraft): PlanDraft {
  const cells = draft.past.at(-1)
  if (!cells) return draft
  return { ...draft, cells, past: draft.past.slice(0, -1), future: [draft.cells, ...draft.future] }
}

export function redo(draft: PlanDraft): PlanDraft {
  const [cells, ...future] = draft.future
  if (!cells) return draft
  return { ...draft, cells, past: [...draft.past, draft.cells], future }
}

/** The server has stored these cells as this version. */
export function noteSaved(draft: PlanDraft, cells: WeekCells, version: number): PlanDraft {
  return { ...draft, base: { ...draft.base, version }, baseCells: cells, ownVersion: version, newer: null }
}

/**
 * The plan as the server has it now. It is adopted where nothing is painted here, where this page wrote it, and where its
 * hours are those that the painting began from or ended with, as after a save whose answer was lost; otherwise the person
 * decides (`bringOver`, `startDraft`).
 */
export function adoptPlan(draft: PlanDraft, plan: TimePlanView): PlanDraft {
  if (plan.version <= draft.base.version && plan !== draft.newer) {
    return plan.version === draft.base.version && plan !== draft.base && draft.newer === null
      ? { ...draft, base: plan }
      : draft
  }
  if (plan === draft.newer) return draft
  const theirs = layOutCells(plan)
  const isOwn = plan.version === draft.ownVersion
  const isNoNews = [draft.baseCells, draft.cells].some((cells) => isSameWeek(theirs, cells))
  if (!isDirty(draft) || isOwn || isNoNews) return bringOver(draft, plan)
  return { ...draft, newer: plan }
}

/** Own painting on top of a newer plan. */
export function bringOver(draft: PlanDraft, plan: TimePlanView): PlanDraft {
  const theirs = layOutCells(plan)
  const over = (cells: WeekCells) => rebaseCells(draft.baseCells, cells, theirs, plan)
  return {
    base: plan,
    baseCells: theirs,
    cells: over(draft.cells),
    past: draft.past.map(over),
    future: draft.future.map(over),
    newer: null,
    ownVersion: plan.version,
  }
}
