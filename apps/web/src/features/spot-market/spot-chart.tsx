import { useLingui } from '@lingui/react'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import type { ChartTable as Table } from '../../shared/charts/chart-csv.ts'
import type { ChartWindow } from '../../shared/charts/chart-model.ts'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import { formatBucket } from '../../shared/charts/format-bucket.ts'
import { TimeChart } from '../../shared/charts/time-chart.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { useMobile } from '../../shared/use-mobile.ts'
import { Button } from '../../ui/button.tsx'
import { buildSpotChart, type SpotRow } from './build-spot-chart.ts'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'

const ChartTable = lazyPart(async () => (await import('../../shared/charts/chart-table.tsx')).ChartTable)

interface SpotChartProps {
  row: SpotRow
  timeZone: string
  text: SpotText
  nowMs: number
  label: string
}

/** Prices as bars, with the numbers under the crosshair and as a table. */
export function SpotChart({ row, timeZone, text, nowMs, label }: SpotChartProps) {
  const t = useT()
  const { i18n } = useLingui()
  const isMobile = useMobile()
  const [cursor, setCursor] = useState<number | null>(null)
  const [zoom, setZoom] = useState<ChartWindow | null>(null)
  const [isTable, setTable] = useState(false)
  const minute = Math.floor(nowMs / 60_000) * 60_000
  const { model, prices, allIn } = useMemo(
    () => buildSpotChart(row, { timeZone, unit: text.unit, nowMs: minute }),
    [row, timeZone, text.unit, minute],
  )
  const table = useMemo(
    (): Table => ({
      ts: model.ts,
      timeZone,
      columns: [
        { key: 'price', label: t('spot_market.price'), values: prices },
        ...(allIn ? [{ key: 'all_in', label: t('spot_market.all_in'), values: allIn }] : []),
      ].map((column) => ({ ...column, unit: text.unit, digits: text.digits })),
      estimated: [],
      incomplete: [],
    }),
    [model, timeZone, prices, allIn, text, t],
  )
  const time = (at: number) => formatBucket(model.ts[at]!, model.ends[at]!, timeZone, i18n.locale)
  const valuesAt = (at: number) => [
    `${t('spot_market.price')} ${text.price(prices[at]!)}`,
    ...(allIn ? [`${t('spot_market.all_in')} ${text.price(allIn[at]!)}`] : []),
  ]
  const shown = cursor !== null && cursor < prices.length ? cursor : null
  const hasBelow = prices.some((price) => price < 0)
  const keys = [
    { key: 'price', label: t('spot_market.price'), value: shown === null ? null : prices[shown]! },
    ...(hasBelow ? [{ key: 'price_below', label: t('spot_market.days.below_zero'), value: null }] : []),
    ...(allIn
      ? [{ key: 'all_in', label: t('spot_market.all_in'), value: shown === null ? null : allIn[shown]! }]
      : []),
  ]
  const height = isMobile ? 260 : 340
  return (
    <div className={styles.chart}>
      {isTable ? (
        <Suspense fallback={<Skeleton height={height} radius={12} />}>
          <ChartTable table={table} ends={model.ends} caption={`${label}, ${text.unit}`} />
        </Suspense>
      ) : (
        <TimeChart
          model={model}
          zoom={zoom}
          onZoom={setZoom}
          cursor={shown}
          onCursor={setCursor}
          label={label}
          describe={(at) => t('charts.chart.readout', { time: time(at), values: valuesAt(at).join(', ') })}
          height={height}
        />
      )}
      <div className={styles.chartFoot}>
        <ul className={styles.legend}>
          {shown !== null && (
            <li>
              <strong>{time(shown)}</strong>
            </li>
          )}
          {keys.map(({ key, label: name, value }) => (
            <li key={key}>
              <span className={styles.swatch} style={energySwatch(key)} />
              {name} {value !== null && <strong>{text.price(value)}</strong>}
            </li>
          ))}
        </ul>
        <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? (
            <IconChartBar size={16} stroke={1.6} aria-hidden />
          ) : (
            <IconTable size={16} stroke={1.6} aria-hidden />
          )}
          {t(isTable ? 'charts.table.hide' : 'charts.table.show')}
        </Button>
      </div>
    </div>
  )
}
