import { blockTypesInUse } from '@ohmstead/pricing/time-plan/slot-at'
import { useState } from 'react'
import { usePageLeave } from '../../shared/forms/use-page-leave.tsx'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { BlocksPanel } from './blocks-panel.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { PlanHead } from './plan-head.tsx'
import { SaveBar } from './save-bar.tsx'
import { SeasonsPanel } from './seasons-panel.tsx'
import { UncoveredPanel } from './uncovered-panel.tsx'
import { UnpricedPanel } from './unpriced-panel.tsx'
import { usePlanDraft } from './use-plan-draft.ts'
import type { GridTarget } from './week-grid.tsx'
import { WeekPanel } from './week-panel.tsx'
import { YearPanel } from './year-panel.tsx'

/**
 * The editor of a plan. Seasons and blocks are saved each by itself; hours are painted as often as one likes and saved at
 * once, from the version that the painting began from.
 */
export function PlanEditor({ plan }: { plan: TimePlanView }) {
  const draft = usePlanDraft(plan)
  const [seasonId, setSeasonId] = useState(plan.seasons[0]?.id ?? 0)
  const [brush, setBrush] = useState<number | null>(plan.blocks[0]?.id ?? null)
  const season = plan.seasons.find(({ id }) => id === seasonId) ?? plan.seasons[0]
  const types = blockTypesInUse(plan)
  const [chosenType, setType] = useState(types[0] ?? 'PRICING_ENERGY')
  const type = types.includes(chosenType) ? chosenType : (types[0] ?? chosenType)
  const blocks = plan.blocks.filter((block) => block.type === type)
  const ownBrush = blocks.some(({ id }) => id === brush) || brush === null ? brush : (blocks[0]?.id ?? null)
  const [target, setTarget] = useState<GridTarget | null>(null)
  const isLocked = plan.libraryKey !== null
  const leaving = usePageLeave(() => draft.isDirty, 'hours')
  return (
    <>
      <PlanHead plan={plan} isDirty={draft.isDirty} onWritten={draft.noteOwnVersion} />
      <SeasonsPanel plan={plan} isLocked={isLocked} onSaved={setSeasonId} onWritten={draft.noteOwnVersion} />
      <BlocksPanel
        plan={plan}
        type={type}
        isLocked={isLocked}
        onSaved={(block) => {
          setType(block.type)
          setBrush(block.id)
        }}
        onWritten={draft.noteOwnVersion}
      />
      <UnpricedPanel plan={plan} />
      {season && blocks.length > 0 && (
        <>
          <WeekPanel
            plan={plan}
            season={season}
            type={type}
            types={types}
            blocks={blocks}
            brush={ownBrush}
            draft={draft}
            target={target}
            isLocked={isLocked}
            onSeason={setSeasonId}
            onType={setType}
            onBrush={setBrush}
          />
          <UncoveredPanel
            plan={plan}
            cells={draft.cells}
            brush={isLocked ? undefined : blocks.find(({ id }) => id === ownBrush)}
            onShow={(span) => {
              setSeasonId(span.seasonId)
              setType(span.type)
              setTarget({ row: span.weekdays[0]!, from: span.fromMinute / 15, to: span.toMinute / 15 })
            }}
            onPaint={draft.paint}
          />
          <YearPanel plan={plan} type={type} cells={draft.cells} />
        </>
      )}
      {draft.newer ? (
        <ConflictNotice onBringOver={draft.bringOver} onDrop={draft.drop} />
      ) : (
        draft.isDirty && <SaveBar draft={draft} plan={plan} />
      )}
      {leaving}
    </>
  )
}
