import type { Bill } from '@ohmstead/pricing/bill-model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../shared/plain-select/plain-select.tsx'
import { billQuery } from '../../shared/pricing/bill-query.ts'
import { InvoiceTable } from '../../shared/pricing/invoice-table.tsx'
import { useExchangeText } from '../../shared/pricing/use-exchange-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BillDownload } from './bill-download.tsx'
import styles from './location-pricing.module.css'

const monthsBack = 24

/** A month as its invoice has it: lines, sums, and how sure they are. */
export function BillPanel({ locationId, timeZone }: { locationId: number; timeZone: string }) {
  const t = useT()
  const { locale } = useFormat()
  const today = Temporal.Now.plainDateISO(timeZone)
  const current = today.toPlainYearMonth()
  const months = Array.from({ length: monthsBack + 1 }, (_, back) => current.subtract({ months: back }))
  const [chosen, setChosen] = useState(current.subtract({ months: 1 }).toString())
  const month = Temporal.PlainYearMonth.from(chosen)
  const isRunning = month.equals(current)
  const days = {
    from: month.toPlainDate({ day: 1 }).toString(),
    to: (isRunning ? today : month.toPlainDate({ day: month.daysInMonth })).toString(),
  }
  const { data, error, refetch } = useQuery(billQuery(locationId, days))
  const names = getDateFormat(formatTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const nameOf = (one: Temporal.PlainYearMonth) => names.format(Date.parse(`${one}-01T00:00:00Z`))
  return (
    <Panel
      heading={t('location_pricing.bill.heading')}
      tools={
        <PlainSelect
          label={t('location_pricing.bill.month')}
          value={chosen}
          options={months.map((one) => ({ value: one.toString(), label: nameOf(one) }))}
          onChange={setChosen}
        />
      }
    >
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={280} />}
      {data && error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <BillHead bill={data.bill} caveats={data.caveats} isRunning={isRunning} />
          <InvoiceTable bill={data.bill} label={nameOf(month)} />
          <Quality bill={data.bill} readings={data.readings} />
          <BillDownload locationId={locationId} days={days} />
        </>
      )}
    </Panel>
  )
}

interface HeadProps {
  bill: Bill
  caveats: readonly ('netMetering' | 'sharing')[]
  isRunning: boolean
}

function BillHead({ bill, caveats, isRunning }: HeadProps) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const day = useFormatDay()
  const reasons = [...new Set(bill.months.flatMap(({ missing }) => missing.map(words.missing)))]
  return (
    <dl className={styles.totals}>
      <div>
        <dt>
          {t(isRunning ? 'location_pricing.bill.so_far' : 'location_pricing.bill.payable')}
          {bill.quality.isProvisional && (
            <span className={styles.badge} data-tone="warning">
              {t('location_pricing.bill.provisional')}
            </span>
          )}
        </dt>
        <dd>{text.money(bill.totals.payable, bill.currency)}</dd>
        {isRunning && (
          <dd className={styles.soft}>{t('location_pricing.bill.until', { day: day(bill.to) })}</dd>
        )}
        {caveats.includes('netMetering') && (
          <dd className={styles.caveat}>{t('location_pricing.netting.bill')}</dd>
        )}
        {caveats.includes('sharing') && (
          <dd className={styles.caveat}>{t('location_pricing.sharing.bill')}</dd>
        )}
        {reasons.length > 0 && <dd className={styles.soft}>{reasons.join(' ')}</dd>}
      </div>
    </dl>
  )
}

interface QualityProps {
  bill: Bill
  readings: { official: number; controller: number; none: number }
}

/** How much of the energy was measured and by which meter, and how the money is rounded. */
function Quality({ bill, readings }: QualityProps) {
  const t = useT()
  const format = useFormat()
  const exchangeText = useExchangeText()
  const { intervals, measured, estimated, missing } = bill.quality
  const share = (count: number) => format.percent(intervals === 0 ? null : count / intervals)
  return (
    <ul className={styles.facts}>
      <li>
        {measured === intervals && intervals > 0
          ? t('location_pricing.bill.all_measured')
          : t('location_pricing.bill.quality', {
              measured: share(measured),
              estimated: share(estimated),
              missing: share(missing),
            })}
      </li>
      {readings.official > 0 && readings.controller > 0 && (
        <li>
          {t('location_pricing.bill.sources', {
            official: share(readings.official),
            controller: share(readings.controller),
          })}
        </li>
      )}
      {bill.exchanges.map((exchange) => (
        <li key={`${exchange.day} ${exchange.from} ${exchange.to}`}>{exchangeText(exchange)}</li>
      ))}
      <li>
        {t(
          bill.months.some(({ isPart }) => isPart)
            ? 'location_pricing.bill.rounding_part'
            : 'location_pricing.bill.rounding',
        )}
      </li>
    </ul>
  )
}
