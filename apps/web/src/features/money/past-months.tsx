import type { MoneyView } from '@ohmstead/contract/money'
import { addExact, formatExact, parseExact } from '@ohmstead/domain/money/exact'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { billQuery } from '../../shared/pricing/bill-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { MoneyTable } from './money-table.tsx'

const monthsBack = 12

interface Props {
  locationId: number
  money: MoneyView
  address: LocationAddress
}

/** The bills of the last twelve months, the newest first; months of which nothing is known are left out. */
export function PastMonths({ locationId, money, address }: Props) {
  const t = useT()
  const text = usePriceText()
  const { locale } = useFormat()
  const first = Temporal.PlainYearMonth.from(money.month).toPlainDate({ day: 1 })
  const days = {
    from: first.subtract({ months: monthsBack }).toString(),
    to: first.subtract({ days: 1 }).toString(),
  }
  const { data, error, refetch } = useQuery(billQuery(locationId, days))
  const names = getDateFormat(formatTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const months = data?.bill.months.filter(
    ({ totals, quality }) => totals.payable !== null || quality.measured > 0,
  )
  if (months?.length === 0) return null
  const withTax = (net: string | null, vat: string | null) =>
    net === null || vat === null ? null : formatExact(addExact(parseExact(net), parseExact(vat)))
  return (
    <Panel
      heading={t('money.months.heading')}
      tools={<Link to={locationPaths.pricing(address)}>{t('money.months.to_bills')}</Link>}
    >
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} />}
      {data && (
        <MoneyTable
          label={t('location_pricing.bill.heading')}
          head={t('location_pricing.bill.month')}
          rows={months!.toReversed().map(({ month, totals, quality }) => ({
            key: month,
            name: names.format(Date.parse(`${month}-01T00:00:00Z`)),
            isProvisional: quality.isProvisional,
            cost: text.money(withTax(totals.net, totals.vat), data.bill.currency),
            revenue: text.money(totals.feedIn, data.bill.currency),
            payable: text.money(totals.payable, data.bill.currency),
          }))}
        />
      )}
    </Panel>
  )
}
