import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { priceListUsageQuery } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './price-list-wizard.module.css'

/** The plans and locations that an existing list prices. */
export function UsageStep({ scope, priceListId }: { scope: PricesScope; priceListId: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(priceListUsageQuery(priceListId))
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} radius={16} />
  const plans = [...new Map(data.plans.map(({ id, name }) => [id, name]))]
  const isUnused = plans.length + data.hiddenPlans === 0
  return (
    <div className={styles.step}>
      {isUnused && <p>{t('price_lists.usage.none')}</p>}
      {plans.length > 0 && (
        <section>
          <h3>{t('titles.rate_plans')}</h3>
          <ul className={styles.names}>
            {plans.map(([id, name]) => (
              <li key={id}>
                <Link to={scope.paths.plan(id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.locations.length > 0 && (
        <section>
          <h3>{t('price_lists.usage.locations')}</h3>
          <ul className={styles.names}>
            {data.locations.map(({ id, name }) => (
              <li key={id}>
                <Link to={locationPaths.pricing({ locationId: id })}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.hiddenPlans + data.hiddenLocations > 0 && (
        <p className={styles.soft}>
          {t('price_lists.usage.hidden', { plans: data.hiddenPlans, locations: data.hiddenLocations })}
        </p>
      )}
    </div>
  )
}
