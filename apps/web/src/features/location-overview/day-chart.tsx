import { useLingui } from '@lingui/react'
import type { EnergyView } from '@ohmstead/contract/charts'
import { IconChartAreaLine, IconTable } from '@tabler/icons-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { buildEnergyModel } from '../../shared/charts/build-energy-model.ts'
import type { ChartTable as Table } from '../../shared/charts/chart-csv.ts'
import type { ChartWindow } from '../../shared/charts/chart-model.ts'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import { formatBucket } from '../../shared/charts/format-bucket.ts'
import { TimeChart } from '../../shared/charts/time-chart.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { useLargeScreen } from '../../shared/use-large-screen.ts'
import { Button } from '../../ui/button.tsx'
import { dayHeight } from './day-height.ts'
import styles from './today-card.module.css'

const ChartTable = lazyPart(async () => (await import('../../shared/charts/chart-table.tsx')).ChartTable)

const nothingHidden: ReadonlySet<string> = new Set()

/** The 24 hours of today as a small stack of powers. */
export function DayChart({ energy, nowMs }: { energy: EnergyView; nowMs: number }) {
  const t = useT()
  const { i18n } = useLingui()
  const { text } = useQuantity()
  const [cursor, setCursor] = useState<number | null>(null)
  const isLarge = useLargeScreen()
  const [isTable, setTable] = useState(false)
  const [zoom, setZoom] = useState<ChartWindow | null>(null)
  // Now moves the edge of possible gaps; once a minute is often enough.
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
  const table = useMemo(
    (): Table => ({
      ts: energy.ts,
      timeZone: model.timeZone,
      columns: series.map(({ key, values }) => ({
        key,
        label: t(`charts.series.${key}`),
        unit: 'W',
        values,
      })),
      estimated: energy.estimated,
      incomplete: energy.incomplete,
    }),
    [energy, model.timeZone, series, t],
  )
  const toggle = (
    <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
      {isTable ? (
        <IconChartAreaLine size={16} stroke={1.6} aria-hidden />
      ) : (
        <IconTable size={16} stroke={1.6} aria-hidden />
      )}
      {t(isTable ? 'charts.table.hide' : 'charts.table.show')}
    </Button>
  )
  if (isTable) {
    return (
      <div className={styles.day}>
        <Suspense fallback={<Skeleton height={dayHeight(isLarge) + 48} />}>
          <ChartTable table={table} ends={model.ends} caption={t('location_overview.today.heading')} />
        </Suspense>
        {toggle}
      </div>
    )
  }
  return (
    <div className={styles.day}>
      <TimeChart
        model={model}
        zoom={zoom}
        onZoom={setZoom}
        cursor={cursor}
        onCursor={setCursor}
        label={t('location_overview.today.heading')}
        describe={describe}
        height={dayHeight(isLarge)}
      />
      <ul className={styles.legend}>
        {cursor === null ? (
          series.map(({ key }) => (
            <li key={key}>
              <span className={styles.swatch} style={energySwatch(key)} />
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
                <span className={styles.swatch} style={energySwatch(key)} />
                {t(`charts.series.${key}`)} <strong>{text(values[cursor]!, 'W')}</strong>
              </li>
            ))}
          </>
        )}
      </ul>
      {toggle}
    </div>
  )
}
