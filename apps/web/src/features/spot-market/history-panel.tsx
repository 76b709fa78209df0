import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { addDays } from '@ohmstead/pricing/spot/market-day'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DayRangeFields } from './day-range-fields.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { SpotChart } from './spot-chart.tsx'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'
import { spotPricesQuery } from './spot-queries.ts'

const ranges = { days_7: 7, days_30: 30, days_90: 90, year: 365, own: 0 } as const
type Range = keyof typeof ranges
const longestDays = 399

interface HistoryPanelProps {
  region: string
  /** The last day with prices that may be shown. */
  lastDay: string
  scale: number
  text: SpotText
  timeZone: string
  nowMs: number
}

/** The prices of a period up to years back, and the same as a file. */
export function HistoryPanel({ region, lastDay, scale, text, timeZone, nowMs }: HistoryPanelProps) {
  const t = useT()
  const [range, setRange] = useState<Range>('days_30')
  const [own, setOwn] = useState({ from: addDays(lastDay, -13), to: lastDay })
  const days = range === 'own' ? own : { from: addDays(lastDay, 1 - ranges[range]), to: lastDay }
  const isValid = days.from !== '' && days.to >= days.from && addDays(days.from, longestDays) >= days.to
  const fromMs = isValid ? localMidnightMs(days.from, timeZone) : 0
  const toMs = isValid ? localMidnightMs(addDays(days.to, 1), timeZone) : 0
  const { data, error, refetch } = useQuery({
    ...spotPricesQuery(region, fromMs, toMs),
    enabled: isValid,
  })
  const row = useMemo(
    () =>
      data && {
        from: data.from,
        prices: data.prices.map((price) => price && price * scale),
        allIn: null,
      },
    [data, scale],
  )
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
      {error && !row && <FailedState error={error} onRetry={() => void refetch()} />}
      {!row && !error && <Skeleton height={340} radius={12} />}
      {row?.prices.some((price) => price !== null) ? (
        <>
          <SpotChart row={row} timeZone={timeZone} text={text} nowMs={nowMs} label={label} />
          <ExportButtons region={region} row={row} timeZone={timeZone} unit={text.unit} />
        </>
      ) : (
        row && <p className={styles.notice}>{t('spot_market.not_available')}</p>
      )}
    </Panel>
  )
}
