import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlanEntries } from '../../shared/pricing/plan-entries.tsx'
import { PlanTimeline } from '../../shared/pricing/plan-timeline.tsx'
import { type AssignedPlan, entriesWith, type PlanChoice } from './plan-choice.ts'
import type { PriceListDraft } from './price-list-draft.ts'
import styles from './price-list-wizard.module.css'

interface PlanOutcomeProps {
  draft: PriceListDraft
  choice: PlanChoice
  /** The chosen plan, unless it is a new one. */
  plan: RatePlanView | null
  /** The location's plan, if a new one takes its place. */
  replaced: AssignedPlan | null
  today: string
}

/** What a plan is with the new list in it, and for whom this changes what. */
export function PlanOutcome({ draft, choice, plan, replaced, today }: PlanOutcomeProps) {
  const t = useT()
  const day = useFormatDay()
  const { from } = choice
  const entries = entriesWith(plan, 0, from, draft)
  if (!entries) return null
  const names = new Map(plan?.entries.map(({ priceListId, priceListName }) => [priceListId, priceListName]))
  const drawn = entries.map((entry) => ({
    ...entry,
    priceListName: names.get(entry.priceListId) ?? draft.name,
  }))
  const dropped = plan?.entries.filter(({ validFrom }) => validFrom >= from) ?? []
  const hidden =
    plan && plan.hiddenLocations > 0 ? [t('rate_plans.hidden', { count: plan.hiddenLocations })] : []
  const changed = [...(plan?.locations.map(({ name }) => name) ?? []), ...hidden]
  return (
    <>
      <PlanTimeline today={today} entries={drawn} />
      <PlanEntries entries={drawn} />
      {dropped.length > 0 && (
        <p className={styles.warning}>
          {t('price_lists.plan.dropped', {
            names: dropped
              .map(
                (one) => `${one.priceListName} (${t('rate_plans.days.open', { from: day(one.validFrom) })})`,
              )
              .join(', '),
          })}
        </p>
      )}
      {replaced && (
        <p className={styles.warning}>
          {t('price_lists.plan.replaces', { name: replaced.name, day: day(from) })}
        </p>
      )}
      {changed.length > 0 && (
        <p className={styles.soft}>{t('price_lists.plan.changes_for', { names: changed.join(', ') })}</p>
      )}
    </>
  )
}
