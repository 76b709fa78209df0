import { useLingui } from '@lingui/react'
import { addExact, formatExact, parseExact } from '@ohmstead/domain/money/exact'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDays } from '../../../shared/charts/format-bucket.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { locationPaths } from '../../../shared/paths.ts'
import { monthsWithin } from '../../../shared/portal/months-within.ts'
import { usePortalSelection, usePortalToday } from '../../../shared/portal/use-portal-selection.ts'
import { billQuery } from '../../../shared/pricing/bill-query.ts'
import { locationOfPointQuery } from '../../../shared/pricing/location-of-point-query.ts'
import { usePriceText } from '../../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../../shared/pricing/use-price-words.ts'
import { SharingLine } from '../../../shared/sharing/sharing-line.tsx'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Facts } from '../../../shared/what-if/facts.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './data-page.module.css'

interface Days {
  from: string
  to: string
}

/** What the whole months of the selection cost: the bill of the location that the point is joined with; else nothing. */
export function PointMoney({ deviceId }: { deviceId: number }) {
  const { selection } = usePortalSelection()
  const months = monthsWithin(selection, usePortalToday())
  const { data: location } = useQuery(locationOfPointQuery(deviceId))
  if (!location || !('from' in months)) return null
  const last = Temporal.PlainYearMonth.from(months.to)
  const days = {
    from: `${months.from}-01`,
    to: last.toPlainDate({ day: last.daysInMonth }).toString(),
  }
  return <BillOf location={location} days={days} />
}

function BillOf({ location, days }: { location: { id: number; name: string }; days: Days }) {
  const t = useT()
  const { i18n } = useLingui()
  const text = usePriceText()
  const words = usePriceWords()
  const { data, error, refetch } = useQuery(billQuery(location.id, days))
  const bill = data?.bill
  const isNetted = data?.caveats.includes('netMetering')
  const isShared = data?.caveats.includes('sharing')
  const notes = [
    ...(isNetted ? [t('location_pricing.netting.bill')] : []),
    ...(isShared ? [t('location_pricing.sharing.bill')] : []),
    ...new Set(bill?.months.flatMap(({ missing }) => missing.map(words.missing))),
  ]
  const withTax = (net: string | null, vat: string | null) =>
    net === null || vat === null ? null : formatExact(addExact(parseExact(net), parseExact(vat)))
  const money = (amount: string | null) => text.money(amount, bill!.currency)
  return (
    <Panel
      heading={t('portal.money.heading')}
      lead={t('portal.money.lead', {
        name: location.name,
        period: formatDays(days.from, days.to, i18n.locale),
      })}
      tools={<Link to={locationPaths.money({ locationId: location.id })}>{t('titles.money_costs')}</Link>}
    >
      {!bill && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!bill && !error && <Skeleton height={80} />}
      {bill && (
        <Facts
          facts={[
            {
              ...{ key: 'payable', label: t('location_pricing.bill.payable') },
              value: money(bill.totals.payable),
              ...(bill.quality.isProvisional && { hint: t('location_pricing.bill.provisional') }),
            },
            {
              ...{ key: 'cost', label: t('location_pricing.month.cost') },
              value: money(withTax(bill.totals.net, bill.totals.vat)),
            },
            {
              ...{ key: 'revenue', label: t('location_pricing.month.revenue') },
              value: money(bill.totals.feedIn),
            },
          ]}
        />
      )}
      {notes.length > 0 && <p className={styles.text}>{notes.join(' ')}</p>}
      {isShared && <SharingLine locationId={location.id} />}
    </Panel>
  )
}
