import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlanEntries } from '../../shared/pricing/plan-entries.tsx'
import { PlanTimeline } from '../../shared/pricing/plan-timeline.tsx'
import { useToday } from '../../shared/pricing/use-today.ts'
import { Button } from '../../ui/button.tsx'
import styles from './rate-plans.module.css'

interface PlanConflictProps {
  newer: RatePlanView
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else was faster: their plan, and which of the two is to stay. */
export function PlanConflict({ newer, isBusy, onTakeTheirs, onKeepMine }: PlanConflictProps) {
  const t = useT()
  const today = useToday()
  return (
    <section className={styles.conflict} role="alert" aria-label={t('price_lists.conflict.heading')}>
      <h2>{t('price_lists.conflict.heading')}</h2>
      <p>{t('price_lists.conflict.text')}</p>
      <h3>
        {t('price_lists.conflict.theirs')}: {newer.name}
      </h3>
      <PlanTimeline entries={newer.entries} today={today} />
      <PlanEntries entries={newer.entries} />
      <div className={styles.row}>
        <Button onClick={onTakeTheirs}>{t('price_lists.conflict.take_theirs')}</Button>
        <Button isBusy={isBusy} onClick={onKeepMine}>
          {t('price_lists.conflict.keep_mine')}
        </Button>
      </div>
    </section>
  )
}
