import type { MeterComparisonView } from '@ohmstead/contract/location-pricing-meters'
import { useMemo, useState } from 'react'
import type { ChartWindow } from '../../shared/charts/chart-model.ts'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import { TimeChart } from '../../shared/charts/time-chart.tsx'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useNow } from '../../shared/use-now.ts'
import { buildMetersChart, findShownDays, meterKeys } from './build-meters-chart.ts'
import styles from './location-pricing.module.css'

interface MetersChartProps {
  comparison: MeterComparisonView
  timeZone: string
}

/** The daily difference of two meters over time; the figures stand in the table below it. */
export function MetersChart({ comparison, timeZone }: MetersChartProps) {
  const t = useT()
  const day = useFormatDay()
  const { text } = useQuantity()
  const nowMs = useNow(60_000)
  const [zoom, setZoom] = useState<ChartWindow | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const { disagreement } = comparison
  const { days, model, differences } = useMemo(() => {
    const shown = findShownDays(comparison)
    return { days: shown, ...buildMetersChart({ days: shown, disagreement }, { timeZone, nowMs }) }
  }, [comparison, disagreement, timeZone, nowMs])
  const valueAt = (at: number) => text(Number.isNaN(differences[at]!) ? null : differences[at]!, 'Wh')
  const keys = [
    { key: meterKeys.agreeing, label: t('location_pricing.meters.before') },
    ...(disagreement
      ? [
          {
            key: meterKeys.differing,
            label: t('location_pricing.meters.since', { day: day(disagreement.since) }),
          },
        ]
      : []),
  ]
  return (
    <figure className={styles.metersChart}>
      <figcaption className={styles.soft}>{t('location_pricing.meters.chart')}</figcaption>
      <TimeChart
        model={model}
        zoom={zoom}
        onZoom={setZoom}
        cursor={cursor}
        onCursor={setCursor}
        label={t('location_pricing.meters.chart')}
        describe={(at) => t('charts.chart.readout', { time: day(days[at]!.day), values: valueAt(at) })}
        height={200}
      />
      <ul className={styles.legend}>
        {keys.map(({ key, label }) => (
          <li key={key}>
            <span className={styles.swatch} style={energySwatch(key)} />
            {label}
          </li>
        ))}
        {cursor !== null && cursor < days.length && (
          <li>
            {day(days[cursor]!.day)}: <strong>{valueAt(cursor)}</strong>
          </li>
        )}
      </ul>
    </figure>
  )
}
