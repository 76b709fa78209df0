import { useLingui } from '@lingui/react'
import { IconZoomOut } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { useQuantity } from '../quantity/use-quantity.ts'
import { Skeleton } from '../states/page-states.tsx'
import { useLargeScreen } from '../use-large-screen.ts'
import { useMobile } from '../use-mobile.ts'
import type { ChartTable as Table } from './chart-csv.ts'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartModel, ChartWindow } from './chart-model.ts'
import styles from './chart-panel.module.css'
import { clampWindow, windowAround } from './chart-window.ts'
import { formatBucket } from './format-bucket.ts'
import { findOngoing, hasNowLine } from './plot-now.ts'
import type { SeriesRow } from './series-rows.ts'
import { TimeChart } from './time-chart.tsx'

const ChartTable = lazyPart(async () => (await import('./chart-table.tsx')).ChartTable)

interface Props {
  model: ChartModel
  rowsAt: (cursor: number | null) => SeriesRow[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  /** What the legend's numbers are while nothing is pointed at. */
  idleHeading: string
  title: string
  /** Null shows the chart. */
  table: Table | null
  /** The picture still shows the previous range. */
  isOutdated: boolean
  /** Reports the visible window, for the picture to download. */
  onWindow?: (window: ChartWindow | null) => void
  /** What is drawn as outlines, in words. */
  compared?: string | null
  /** How the picture is to be read. */
  note?: string | null
  /** A window requested from outside; a new object each time. */
  zoomTo?: ChartWindow | null
}

/** Chart and legend side by side, or the same numbers as a table. */
export function ChartPanel({
  model,
  rowsAt,
  hidden,
  onToggle,
  idleHeading,
  title,
  table,
  isOutdated,
  onWindow,
  zoomTo,
  compared = null,
  note = null,
}: Props) {
  const t = useT()
  const { i18n } = useLingui()
  const { text } = useQuantity()
  const isMobile = useMobile()
  const isLarge = useLargeScreen()
  const [cursor, setCursor] = useState<number | null>(null)
  const [zoom, setZoom] = useState<ChartWindow | null>(null)
  const { fromMs, toMs } = model
  const bucketCount = model.ts.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place would be another moment in other buckets
  useEffect(() => setCursor(null), [bucketCount])
  const { at }: Record<string, unknown> = useSearch({ strict: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range is seen whole, or what was asked for of it
  useEffect(() => {
    const whole = { fromMs, toMs }
    const isInside = zoomTo && zoomTo.fromMs < toMs && zoomTo.toMs > fromMs
    const around = !isInside && typeof at === 'number' ? windowAround(at, whole) : null
    setZoom(isInside ? clampWindow(zoomTo, whole) : around)
    setCursor(around && model.ts.findLastIndex((start) => start <= Number(at)))
  }, [fromMs, toMs, zoomTo])
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) onWindow?.(zoom)
    isFirst.current = false
  }, [zoom, onWindow])

  const describe = useCallback(
    (index: number) => {
      const time = formatBucket(model.ts[index]!, model.ends[index]!, model.timeZone, i18n.locale)
      const values = rowsAt(index)
        .filter(({ key }) => !hidden.has(key))
        .map(({ label, value, unit, text: state }) => `${label} ${state ?? text(value, unit)}`)
        .join(', ')
      return t('charts.chart.readout', { time, values })
    },
    [model, rowsAt, hidden, t, text, i18n.locale],
  )
  const shown = cursor !== null && cursor < model.ts.length ? cursor : null
  const ongoing = findOngoing(model)
  const heading =
    shown === null
      ? idleHeading
      : formatBucket(model.ts[shown]!, model.ends[shown]!, model.timeZone, i18n.locale)

  if (table) {
    return (
      <Suspense fallback={<Skeleton height={480} radius={16} />}>
        <ChartTable table={table} ends={model.ends} caption={title} />
      </Suspense>
    )
  }
  return (
    <div className={styles.panel} data-outdated={isOutdated || undefined} aria-busy={isOutdated}>
      <div className={styles.canvas}>
        <TimeChart
          model={model}
          zoom={zoom}
          onZoom={setZoom}
          cursor={shown}
          onCursor={setCursor}
          label={title}
          describe={describe}
          height={isMobile ? 320 : isLarge ? 600 : 440}
        />
        {zoom && (
          <div className={styles.zoomOut}>
            <Button size="small" onClick={() => setZoom(null)}>
              <IconZoomOut size={15} stroke={1.6} aria-hidden />
              {t('charts.zoom.out')}
            </Button>
          </div>
        )}
      </div>
      <ChartLegend
        rows={rowsAt(shown)}
        hidden={hidden}
        heading={heading}
        onToggle={onToggle}
        marks={{
          hasEstimated: model.estimated.length > 0,
          compared,
          note,
          isOngoing: ongoing >= 0 && model.strips.some(({ mode }) => mode === 'bars'),
          hasNow: hasNowLine(model, zoom ?? model),
          hasGaps: model.gaps.some(({ from }) => model.ts[from]! < model.nowMs),
        }}
      />
    </div>
  )
}
