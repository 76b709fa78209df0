import { dayAfter } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPricesQuery } from '../../shared/pricing/location-prices-query.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { alignPrices } from './align-prices.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { PriceChoice, type ShownPrice } from './price-choice.tsx'
import { SpotChart } from './spot-chart.tsx'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'
import { spotPricesQuery } from './spot-queries.ts'

const ranges = { days_7: 7, days_30: 30, days_90: 90, year: 365, own: 0 } as const
type Range = keyof typeof ranges
const longestDays = 399

interface HistoryPanelProps {
  region: string
  /** Whose all-in prices can be shown. */
  locationId: number | null
  /** The last day with prices that may be shown. */
  lastDay: string
  scale: number
  text: SpotText
  timeZone: string
  nowMs: number
}

/** The prices of a period up to years back, and the same as a file. */
export function HistoryPanel({
  region,
  locationId,
  lastDay,
  scale,
  text,
  timeZone,
  nowMs,
}: HistoryPanelProps) {
  const t = useT()
  const [range, setRange] = useState<Range>('days_30')
  const [shown, setShown] = useState<ShownPrice>('bare')
  const [own, setOwn] = useState({ from: dayAfter(lastDay, -13), to: lastDay })
  const days = range === 'own' ? own : { from: dayAfter(lastDay, 1 - ranges[range]), to: lastDay }
  const isValid = days.from !== '' && days.to >= days.from && dayAfter(days.from, longestDays) >= days.to
  const fromMs = isValid ? localMidnightMs(days.from, timeZone) : 0
  const toMs = isValid ? localMidnightMs(dayAfter(days.to, 1), timeZone) : 0
  const { data, error, refetch } = useQuery({
    ...spotPricesQuery(region, fromMs, toMs),
    enabled: isValid,
  })
  const asksAllIn = locationId !== null && shown === 'allIn' && isValid
  const allIn = useQuery({ ...locationPricesQuery(locationId ?? 0, fromMs, toMs), enabled: asksAllIn })
  const row = useMemo(() => {
    if (!data) return undefined
    const prices = data.prices.map((price) => price && price * scale)
    const own = asksAllIn && allIn.data?.currency === data.currency ? allIn.data : null
    return { from: data.from, prices, allIn: own && alignPrices(own, data.from, prices.length) }
  }, [data, scale, asksAllIn, allIn.data])
  const label = t('spot_market.history.heading')
  return (
    <Panel
      heading={label}
      tools={
        <SegmentedChoice
          label={t('spot_market.history.range')}
          value={range}
          options={(Object.keys(ranges) as Range[]).map((value) => ({
            value,
            label: t(`spot_market.history.${value}`),
          }))}
          onChange={setRange}
        />
      }
    >
      {range === 'own' && (
        <div className={styles.ownRange}>
          <DayRangeFields days={own} today={lastDay} isValid={isValid} onChange={setOwn} />
        </div>
      )}
      {locationId !== null && <PriceChoice value={shown} onChange={setShown} />}
      {asksAllIn && allIn.error && <FailedStrip error={allIn.error} onRetry={() => void allIn.refetch()} />}
      {asksAllIn && allIn.data && row && !row.allIn && (
        <p className={styles.notice}>{t('spot_market.no_all_in')}</p>
      )}
      {error && !row && <FailedState error={error} onRetry={() => void refetch()} />}
      {!row && !error && <Skeleton height={340} radius={12} />}
      {row?.prices.some((price) => price !== null) ? (
        <>
          <SpotChart row={row} timeZone={timeZone} text={text} nowMs={nowMs} label={label} />
          <ExportButtons
            region={region}
            locationId={locationId}
            row={row}
            sources={data?.sources ?? []}
            timeZone={timeZone}
            unit={text.unit}
          />
        </>
      ) : (
        row && <p className={styles.notice}>{t('spot_market.not_available')}</p>
      )}
    </Panel>
  )
}
