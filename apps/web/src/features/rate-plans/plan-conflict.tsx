import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { useT } from '../../shared/i18n/use-t.ts'
import { ConflictPanel } from '../../shared/pricing/conflict-panel.tsx'
import { PlanEntries } from '../../shared/pricing/plan-entries.tsx'
import { PlanTimeline } from '../../shared/pricing/plan-timeline.tsx'
import { useToday } from '../../shared/pricing/use-today.ts'

interface PlanConflictProps {
  newer: RatePlanView
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else was faster: their plan. */
export function PlanConflict({ newer, ...choice }: PlanConflictProps) {
  const t = useT()
  const today = useToday()
  return (
    <ConflictPanel text={t('price_lists.conflict.text')} {...choice}>
      <h3>
        {t('price_lists.conflict.theirs')}: {newer.name}
      </h3>
      <PlanTimeline entries={newer.entries} today={today} />
      <PlanEntries entries={newer.entries} />
    </ConflictPanel>
  )
}
