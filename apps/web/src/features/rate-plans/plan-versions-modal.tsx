import type { RatePlanVersionEntry, RatePlanVersionView, RatePlanView } from '@ohmstead/contract/rate-plans'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlanEntries } from '../../shared/pricing/plan-entries.tsx'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { VersionsModal } from '../../shared/pricing/versions-modal.tsx'
import { findPlanDifferences } from './plan-differences.ts'
import { planVersionsQuery } from './plan-versions-query.ts'
import styles from './rate-plans.module.css'

/** Who changed a plan when, why, and which lists came, went or moved. */
export function PlanVersionsModal({ plan, onClose }: { plan: RatePlanView; onClose: () => void }) {
  const t = useT()
  const named = (entry: RatePlanVersionEntry) => ({
    ...entry,
    priceListName: entry.priceListName ?? t('rate_plans.versions.hidden_list'),
  })
  return (
    <VersionsModal
      query={planVersionsQuery(plan.id, plan.version)}
      describe={(after, before) =>
        before ? (
          <PlanDifferences before={before} after={after} />
        ) : after.entries.length > 0 ? (
          <PlanEntries entries={after.entries.map(named)} />
        ) : (
          <p className={styles.soft}>{t('rate_plans.no_entries')}</p>
        )
      }
      onClose={onClose}
    />
  )
}

function PlanDifferences({ before, after }: Record<'before' | 'after', RatePlanVersionView>) {
  const t = useT()
  const daysText = useDaysText()
  const days = ({ validFrom, validTo }: RatePlanVersionEntry) => daysText(validFrom, validTo)
  const differences = findPlanDifferences(before.entries, after.entries).map((one) => {
    const name = one.entry.priceListName ?? t('rate_plans.versions.hidden_list')
    return one.kind === 'moved'
      ? t('rate_plans.versions.moved', { name, before: days(one.before), after: days(one.entry) })
      : t(`rate_plans.versions.${one.kind}`, { name, days: days(one.entry) })
  })
  if (before.name !== after.name)
    differences.unshift(t('rate_plans.versions.renamed', { before: before.name, after: after.name }))
  if (differences.length === 0) return <p className={styles.soft}>{t('rate_plans.versions.same')}</p>
  return (
    <ul className={styles.differences}>
      {differences.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
