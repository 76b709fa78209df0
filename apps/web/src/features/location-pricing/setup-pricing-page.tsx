import { IconAlertTriangle, IconCircleCheck, IconHomeBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { listGroupOptions } from '../../shared/navigation/group-options.ts'
import { companyMenuQuery } from '../../shared/navigation/menu-query.ts'
import { locationPaths, pricingPaths } from '../../shared/paths.ts'
import { ChooseCompany } from '../../shared/pricing/choose-company.tsx'
import { usePricesScope } from '../../shared/pricing/prices-scope.ts'
import { setupPricingQuery } from '../../shared/pricing/setup-pricing-query.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { AssignPlanModal } from './assign-plan-modal.tsx'
import { MonthCostsPanel } from './month-costs-panel.tsx'
import styles from './setup-pricing.module.css'

/** The way from no prices to a price list at every location. */
export function SetupPricingPage() {
  const scope = usePricesScope()
  if (!scope) return <Skeleton height={320} radius={16} />
  if (scope.needsCompany) return <ChooseCompany />
  return <Setup companyId={scope.companyId} />
}

function Setup({ companyId }: { companyId: number | null }) {
  const t = useT()
  const [groupId, setGroupId] = useState<number | null>(null)
  const [isAssigning, setAssigning] = useState(false)
  const { data: menu } = useQuery({ ...companyMenuQuery(companyId ?? 0), enabled: companyId !== null })
  const { data, error, refetch } = useQuery(
    setupPricingQuery({
      ...(companyId !== null && { companyId }),
      ...(groupId !== null && { locationGroupId: groupId }),
    }),
  )
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('titles.setup_pricing')}</h1>
        <p className={styles.lead}>{t('location_pricing.setup.lead')}</p>
      </header>
      <ol className={styles.steps}>
        <li>
          <Link to={pricingPaths.offers}>{t('location_pricing.setup.pick')}</Link>{' '}
          <Link to={pricingPaths.createPriceList}>{t('location_pricing.setup.type')}</Link>
        </li>
        <li>
          <Link to={pricingPaths.createPlan}>{t('location_pricing.setup.plan')}</Link>
        </li>
        <li>{t('location_pricing.setup.assign')}</li>
      </ol>
      {companyId !== null && menu && (
        <SelectField
          label={t('location_pricing.setup.group')}
          value={groupId === null ? '' : String(groupId)}
          placeholder={t('location_pricing.setup.all_groups')}
          options={listGroupOptions(menu.structure)}
          onChange={(value) => setGroupId(value === '' ? null : Number(value))}
        />
      )}
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} radius={16} />}
      {data && data.total === 0 && (
        <EmptyState
          icon={<IconHomeBolt size={22} />}
          title={t('location_pricing.setup.empty')}
          text={t('location_pricing.setup.empty_text')}
        />
      )}
      {data && data.unpriced > 0 && (
        <p className={styles.warning}>
          <IconAlertTriangle size={18} aria-hidden />
          {t('location_pricing.setup.unpriced', { count: data.unpriced })}
        </p>
      )}
      {companyId !== null && data && data.locations.length > 1 && (
        <div>
          <Button onClick={() => setAssigning(true)}>{t('location_pricing.assign.open')}</Button>
        </div>
      )}
      {companyId !== null && data && isAssigning && (
        <AssignPlanModal
          companyId={companyId}
          locationGroupId={groupId}
          setup={data}
          onClose={() => setAssigning(false)}
        />
      )}
      {data && data.total > data.locations.length && (
        <p className={styles.lead}>
          {t('location_pricing.setup.shown', { shown: data.locations.length, total: data.total })}
        </p>
      )}
      {data && data.total > 0 && (
        <ul className={styles.list} aria-label={t('titles.locations')}>
          {data.locations.map(({ id: locationId, name, hasActiveList, ...address }) => (
            <li key={locationId}>
              <span data-priced={hasActiveList || undefined}>
                {hasActiveList ? (
                  <IconCircleCheck size={18} aria-hidden />
                ) : (
                  <IconAlertTriangle size={18} aria-hidden />
                )}
              </span>
              <span>
                <strong>{name}</strong>
                <small>
                  {t(hasActiveList ? 'location_pricing.setup.priced' : 'location_pricing.setup.not_priced')}
                </small>
              </span>
              <Link
                to={locationPaths.pricing({ ...address, locationId })}
                className={buttonClass({ size: 'small' })}
                aria-label={`${t('location_pricing.setup.open')}: ${name}`}
              >
                {t('location_pricing.setup.open')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {companyId !== null && <MonthCostsPanel companyId={companyId} locationGroupId={groupId} />}
    </div>
  )
}
