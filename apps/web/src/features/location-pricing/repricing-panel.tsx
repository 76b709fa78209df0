import type { RepricingView } from '@ohmstead/contract/location-pricing-money'
import { useQuery } from '@tanstack/react-query'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type Translate, useT } from '../../shared/i18n/use-t.ts'
import { repricingsQuery } from '../../shared/pricing/bill-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './location-pricing.module.css'

/** Months whose money a change of prices altered: old, new and why. */
export function RepricingPanel({ locationId, timeZone }: { locationId: number; timeZone: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(repricingsQuery(locationId))
  return (
    <Panel heading={t('location_pricing.log.heading')}>
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={styles.soft}>{t('location_pricing.log.empty')}</p>}
      {data && data.length > 0 && (
        <ol className={styles.log}>
          {data.map((repricing) => (
            <Repricing key={repricing.id} repricing={repricing} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Repricing({ repricing, timeZone }: { repricing: RepricingView; timeZone: string }) {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const names = getDateFormat(formatTag(format.locale), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const { cause, changedAt, changedBy, months } = repricing
  const label = causeText(cause, t)
  const reason = 'reason' in cause ? cause.reason : null
  return (
    <li>
      <h3>{label}</h3>
      <p className={styles.soft}>
        {[format.dateTime(changedAt, timeZone), changedBy, reason].filter(Boolean).join(' · ')}
      </p>
      <FigureTable label={label} isTall>
        <thead>
          <tr>
            <th scope="col">{t('location_pricing.bill.month')}</th>
            <th scope="col">{t('location_pricing.log.before')}</th>
            <th scope="col">{t('location_pricing.log.after')}</th>
          </tr>
        </thead>
        <tbody>
          {[...months].reverse().map(({ month, before, after }) => (
            <tr key={month}>
              <th scope="row">{names.format(Date.parse(`${month}-01T00:00:00Z`))}</th>
              <td>{text.money(before.amount, before.currency)}</td>
              <td>{text.money(after.amount, after.currency)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </li>
  )
}

function causeText(cause: RepricingView['cause'], t: Translate): string {
  switch (cause.kind) {
    case 'priceList': {
      const { name, version, versionBefore } = cause
      return t('location_pricing.log.priceList', { name, version, before: versionBefore })
    }
    case 'locationPlan':
      return t('location_pricing.log.locationPlan', { name: cause.name ?? t('location_pricing.plan.none') })
    case 'meteringPoint':
      return t('location_pricing.log.meteringPoint')
    default:
      return t(`location_pricing.log.${cause.kind}`, { name: cause.name })
  }
}
