import type { MoneyView } from '@ohmstead/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationCostsQuery } from '../../shared/pricing/location-prices-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { ChartKey } from '../../shared/what-if/chart-key.tsx'
import { type ChartSeries, LineChart } from '../../shared/what-if/line-chart.tsx'
import { Panel } from '../../ui/panel.tsx'
import { buildMonthPicture, type MonthPicture } from './build-month-picture.ts'
import styles from './money.module.css'

interface Props {
  locationId: number
  money: MoneyView
}

/** The month day by day as it accumulates, against its forecast and its budget. */
export function ThisMonthPanel({ locationId, money }: Props) {
  const t = useT()
  const { month, time_zone, until } = money
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(time_zone).epochMilliseconds
  const span = { fromMs: midnight(first), toMs: midnight(first.add({ months: 1 })), intervalSeconds: 86_400 }
  const { data: costs, error, refetch } = useQuery(locationCostsQuery(locationId, span))
  // The end of a day belongs to it.
  const today = Temporal.Instant.fromEpochMilliseconds(until - 1).toZonedDateTimeISO(time_zone).day
  return (
    <Panel heading={t('money.chart.heading')}>
      {!costs && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!costs && !error && <Skeleton height={280} />}
      {costs && <Picture money={money} picture={buildMonthPicture(costs, money, today)} />}
    </Panel>
  )
}

function Picture({ money, picture }: { money: MoneyView; picture: MonthPicture }) {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const formatDay = useFormatDay()
  const [chosen, setChosen] = useState<number | null>(null)
  const selected = Math.min(chosen ?? picture.today, picture.days.length - 1)
  const { currency, month } = money
  const shown = (value: number | null | undefined) =>
    text.money(value == null ? null : String(Math.round(value * 1e6) / 1e6), currency)
  const band = picture.band?.[selected]
  const series: ChartSeries[] = [
    {
      ...{ key: 'soFar', label: t('money.chart.so_far'), colour: 'var(--energy-grid-import)' },
      values: picture.soFar,
    },
    ...(picture.forecast
      ? [
          {
            ...{ key: 'forecast', label: t('money.chart.forecast'), colour: 'var(--energy-home)' },
            ...{ values: picture.forecast, band: picture.band!, isDashed: true },
          },
        ]
      : []),
    ...(picture.budget === null
      ? []
      : [
          {
            ...{ key: 'budget', label: t('money.chart.budget'), colour: 'var(--warning)' },
            values: picture.days.map(() => picture.budget),
          },
        ]),
  ]
  return (
    <div className={styles.picture}>
      <LineChart
        label={t('money.chart.heading')}
        xs={picture.days}
        series={series}
        selected={selected}
        onSelect={setChosen}
        formatX={(day) => (day === 0 ? '' : String(day))}
        formatY={(y) => format.number(y, Math.abs(y) < 10 && y % 1 !== 0 ? 1 : 0)}
        xTitle={t('money.chart.day')}
        yTitle={text.symbol(currency)}
      />
      <ChartKey
        heading={formatDay(`${month}-${String(Math.max(1, selected)).padStart(2, '0')}`)}
        rows={series.flatMap(({ key, label, colour, values }) =>
          values[selected] == null || (key === 'forecast' && selected <= picture.today)
            ? []
            : [
                {
                  ...{ key, label, colour, value: shown(values[selected]) },
                  ...(key === 'forecast' &&
                    band && {
                      hint: t('location_overview.money.range', {
                        low: shown(band.low),
                        high: shown(band.high),
                      }),
                    }),
                },
              ],
        )}
      />
    </div>
  )
}
