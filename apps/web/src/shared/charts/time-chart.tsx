import { useLingui } from '@lingui/react'
import { useLayoutEffect, useRef, useState } from 'react'
import 'uplot/dist/uPlot.min.css'
import { subscribeToPrinting } from '../../lib/printing.ts'
import { useT } from '../i18n/use-t.ts'
import { useHour12 } from '../session/use-hour12.ts'
import { ChartFrame } from './chart-frame.tsx'
import { handleChartKey } from './chart-keys.ts'
import type { ChartModel, ChartTheme, ChartWindow } from './chart-model.ts'
import { readChartTheme, watchTheme } from './chart-theme.ts'
import styles from './time-chart.module.css'
import { createTimePlot, type Shown, type TimePlot } from './time-plot.ts'

interface Props {
  model: ChartModel
  /** The zoom; null shows the whole range. */
  zoom: ChartWindow | null
  onZoom: (zoom: ChartWindow | null) => void
  cursor: number | null
  onCursor: (index: number | null) => void
  /** The subject of the chart. */
  label: string
  /** The value at the crosshair, in words, for screen readers. */
  describe: (index: number) => string
  height: number
}

/** Strips over one time axis with a crosshair, which the keyboard moves as well. */
export function TimeChart({ model, zoom, onZoom, cursor, onCursor, label, describe, height }: Props) {
  const t = useT()
  const { i18n } = useLingui()
  const hour12 = useHour12()
  const frameRef = useRef<HTMLDivElement>(null)
  const plotRef = useRef<TimePlot | null>(null)
  const [width, setWidth] = useState(0)
  const [theme, setTheme] = useState<ChartTheme | null>(null)
  const window = zoom ?? { fromMs: model.fromMs, toMs: model.toMs }
  const shownCursor = cursor !== null && cursor < model.ts.length ? cursor : null
  const listeners = useRef({ onCursor, onZoom })
  listeners.current = { onCursor, onZoom }

  useLayoutEffect(() => {
    const frame = frameRef.current!
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)))
    observer.observe(frame)
    const measure = () => setWidth(frame.clientWidth)
    measure()
    const leave = subscribeToPrinting(measure)
    return () => {
      observer.disconnect()
      leave()
    }
  }, [])

  // Before the first paint, so that the chart is in it.
  useLayoutEffect(() => {
    const read = () => setTheme(readChartTheme(frameRef.current!, i18n.locale, hour12))
    read()
    return watchTheme(read)
  }, [i18n.locale, hour12])

  useLayoutEffect(() => {
    if (!theme || width < 100) return
    const shown: Shown = { model, window, cursor: shownCursor, width, height, theme }
    if (plotRef.current) plotRef.current.show(shown)
    else
      plotRef.current = createTimePlot(frameRef.current!, shown, {
        onCursor: (index) => listeners.current.onCursor(index),
        onZoom: (next) => listeners.current.onZoom(next),
      })
  })

  useLayoutEffect(
    () => () => {
      plotRef.current?.destroy()
      plotRef.current = null
    },
    [],
  )

  return (
    <ChartFrame
      ref={frameRef}
      className={styles.frame}
      style={{ height }}
      label={label}
      keys={t('charts.chart.keys')}
      readout={shownCursor === null ? null : describe(shownCursor)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const result = handleChartKey(event.key, event.shiftKey, model, window, cursor)
        if (!result) return
        event.preventDefault()
        if (result.cursor !== undefined) onCursor(result.cursor)
        if (result.window !== undefined) onZoom(result.window)
      }}
      onBlur={() => onCursor(null)}
    />
  )
}
