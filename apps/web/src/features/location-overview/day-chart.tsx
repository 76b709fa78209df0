import { useLingui } from '@lingui/react'
import type { EnergyView } from '@ohmstead/contract/charts'
import { useCallback, useMemo, useState } from 'react'
import { buildEnergyModel } from '../../shared/charts/build-energy-model.ts'
import type { ChartWindow } from '../../shared/charts/chart-model.ts'
import { energyColour } from '../../shared/charts/chart-theme.ts'
import { formatBucket } from '../../shared/charts/format-bucket.ts'
import { TimeChart } from '../../shared/charts/time-chart.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import styles from './today-card.module.css'

const nothingHidden: ReadonlySet<string> = new Set()

/** The 24 hours of today as a small stack of powers. */
export function DayChart({ energy, nowMs }: { energy: EnergyView; nowMs: number }) {
  const t = useT()
  const { i18n } = useLingui()
  const { text } = useQuantity()
  const [cursor, setCursor] = useState<number | null>(null)
  const [zoom, setZoom] = useState<ChartWindow | null>(null)
  // Now moves the edge of what can be a gap; once a minute is often enough.
  const minute = Math.floor(nowMs / 60_000) * 60_000
  const { model, series } = useMemo(
    () =>
      buildEnergyModel({
        energy: { ...energy, soc: [] },
        view: 'power',
        hidden: nothingHidden,
        nowMs: minute,
        mode: 'area',
      }),
    [energy, minute],
  )
  const describe = useCallback(
    (index: number) => {
      const time = formatBucket(model.ts[index]!, model.ends[index]!, model.timeZone, i18n.locale, false)
      const values = series
        .map(({ key, values: own }) => `${t(`charts.series.${key}`)} ${text(own[index]!, 'W')}`)
        .join(', ')
      return t('charts.chart.readout', { time, values })
    },
    [model, series, t, text, i18n.locale],
  )
  return (
    <div>
      <TimeChart
        model={model}
        zoom={zoom}
        onZoom={setZoom}
        cursor={cursor}
        onCursor={setCursor}
        label={t('charts.chart.label', { title: t('location_overview.today.heading') })}
        describe={describe}
        height={196}
      />
      <ul className={styles.legend}>
        {cursor === null ? (
          series.map(({ key }) => (
            <li key={key}>
              <span className={styles.swatch} style={{ background: energyColour(key) }} />
              {t(`charts.series.${key}`)}
            </li>
          ))
        ) : (
          <>
            <li>
              <strong>
                {formatBucket(model.ts[cursor]!, model.ends[cursor]!, model.timeZone, i18n.locale, false)}
              </strong>
            </li>
            {series.map(({ key, values }) => (
              <li key={key}>
                <span className={styles.swatch} style={{ background: energyColour(key) }} />
                {t(`charts.series.${key}`)} <strong>{text(values[cursor]!, 'W')}</strong>
              </li>
            ))}
          </>
        )}
      </ul>
    </div>
  )
}
