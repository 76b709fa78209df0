import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { IconCalendarEvent, IconHome, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChooseCompany } from '../../shared/pricing/choose-company.tsx'
import { PlanEntries } from '../../shared/pricing/plan-entries.tsx'
import { PlanTimeline } from '../../shared/pricing/plan-timeline.tsx'
import { ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import { type PricesScope, usePricesScope } from '../../shared/pricing/prices-scope.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import styles from './rate-plans.module.css'

/** The utility rate plans of a company, for a location, or of the person. */
export function RatePlansPage() {
  const scope = usePricesScope()
  if (!scope) return <Skeleton height={240} radius={16} />
  return scope.needsCompany ? <ChooseCompany /> : <Plans scope={scope} />
}

function Plans({ scope }: { scope: PricesScope }) {
  const t = useT()
  const { data: plans, error, refetch } = useQuery(ratePlansQuery(scope))
  return (
    <div className={styles.page}>
      <PricesHead title={t('titles.rate_plans')} lead={t('rate_plans.lead')}>
        {scope.mayCreate && (
          <Link to={scope.paths.createPlan} className={buttonClass({ variant: 'primary' })}>
            <IconPlus size={16} aria-hidden />
            {t('rate_plans.action.add')}
          </Link>
        )}
      </PricesHead>
      {error && !plans && <FailedState error={error} onRetry={() => void refetch()} />}
      {error && plans && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!plans && !error && <Skeleton height={180} radius={16} />}
      {plans?.length === 0 && (
        <EmptyState
          icon={<IconCalendarEvent size={22} />}
          title={t('rate_plans.empty.title')}
          text={t(scope.mayCreate ? 'rate_plans.empty.text' : 'price_lists.empty.viewer')}
        />
      )}
      {plans && plans.length > 0 && (
        <ul className={styles.list} aria-label={t('titles.rate_plans')}>
          {plans.map((plan) => (
            <PlanCard key={plan.id} scope={scope} plan={plan} />
          ))}
        </ul>
      )}
    </div>
  )
}

function PlanCard({ scope, plan }: { scope: PricesScope; plan: RatePlanView }) {
  const t = useT()
  const today = useToday()
  const { locations, hiddenLocations, entries } = plan
  const hidden = hiddenLocations > 0 ? [t('rate_plans.hidden', { count: hiddenLocations })] : []
  return (
    <li className={styles.card}>
      <h2>
        <Link to={scope.paths.plan(plan.id)}>{plan.name}</Link>
      </h2>
      <p className={styles.where}>
        {plan.isInUse && <IconHome size={16} aria-hidden />}
        {plan.isInUse ? [...locations.map(({ name }) => name), ...hidden].join(', ') : t('rate_plans.unused')}
      </p>
      {entries.length > 0 ? (
        <>
          <PlanTimeline entries={entries} today={today} />
          <PlanEntries entries={entries} />
        </>
      ) : (
        <p>{t('rate_plans.no_entries')}</p>
      )}
    </li>
  )
}
