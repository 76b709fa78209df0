import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useWidth } from '../use-width.ts'
import { findAxisWidth, findTicks } from './axis-ticks.ts'
import styles from './line-chart.module.css'
import axes from './value-axis.module.css'
import { ValueAxis } from './value-axis.tsx'

export interface ChartSeries {
  key: string
  label: string
  /** A CSS colour. */
  colour: string
  /** One for each item of `xs`; null is not drawn. */
  values: readonly (number | null)[]
  isDashed?: boolean
  /** Likely from … to, as a pale band. */
  band?: readonly { low: number; high: number }[]
}

interface LineChartProps {
  label: string
  xs: readonly number[]
  series: readonly ChartSeries[]
  /** The position that the page describes. */
  selected: number
  onSelect: (place: number) => void
  formatX: (x: number) => string
  formatY: (y: number) => string
  /** Labels of the axes. */
  xTitle: string
  yTitle: string
  height?: number
}

const narrowest = 240
const edges = { right: 22, top: 22, bottom: 38 }

/** Lines over a few selectable positions: to the keyboard a slider, announced as a chart. */
export function LineChart({
  label,
  xs,
  series,
  selected,
  onSelect,
  formatX,
  formatY,
  xTitle,
  yTitle,
  height = 280,
}: LineChartProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const width = Math.max(narrowest, useWidth(frame))
  const all = series.flatMap(({ values, band }) => [
    ...values.filter((value) => value !== null),
    ...(band?.flatMap(({ low, high }) => [low, high]) ?? []),
  ])
  const ticks = findTicks(Math.min(0, ...all), Math.max(0, ...all), 5)
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!]
  const padding = { ...edges, left: findAxisWidth(ticks.map((tick) => formatY(tick))) }
  const innerWidth = width - padding.left - padding.right
  const innerHeight = height - padding.top - padding.bottom
  const largestX = xs.at(-1) ?? 1
  const x = (value: number) => padding.left + (value / largestX) * innerWidth
  const y = (value: number) => padding.top + ((top - value) / (top - bottom || 1)) * innerHeight
  const nearest = (event: PointerEvent) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    return xs.reduce(
      (best, value, place) => (Math.abs(x(value) - at) < Math.abs(x(xs[best]!) - at) ? place : best),
      0,
    )
  }
  const step = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }
    const ends: Record<string, number> = { Home: 0, End: xs.length - 1 }
    const next = ends[event.key] ?? (event.key in moves ? selected + moves[event.key]! : null)
    if (next === null) return
    event.preventDefault()
    onSelect(Math.min(Math.max(next, 0), xs.length - 1))
  }
  const spoken = series
    .map((one) => ({ label: one.label, value: one.values[selected] }))
    .filter(({ value }) => value != null)
    .map((one) => `${one.label} ${formatY(one.value!)}`)
  return (
    <div
      ref={frame}
      className={styles.lineChart}
      role="slider"
      aria-roledescription={t('charts.chart.role')}
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={xs.length - 1}
      aria-valuenow={selected}
      aria-valuetext={[formatX(xs[selected] ?? 0), ...spoken].join(', ')}
      onKeyDown={step}
      onPointerDown={(event) => onSelect(nearest(event))}
    >
      <svg width={width} height={height} aria-hidden="true">
        <ValueAxis
          title={yTitle}
          ticks={ticks}
          left={padding.left}
          right={width - padding.right}
          y={y}
          format={formatY}
        />
        <text className={axes.title} x={width - padding.right} y={height - 4} textAnchor="end">
          {xTitle}
        </text>
        {thinOut(xs, innerWidth).map((value) => (
          <text key={value} className={axes.tick} x={x(value)} y={height - 21} textAnchor="middle">
            {formatX(value)}
          </text>
        ))}
        <line
          className={styles.selectedLine}
          x1={x(xs[selected] ?? 0)}
          x2={x(xs[selected] ?? 0)}
          y1={padding.top}
          y2={height - padding.bottom}
        />
        {series.map(({ key, colour, band }) =>
          band ? (
            <path
              key={key}
              className={styles.band}
              style={{ fill: colour }}
              d={`M${[
                ...band.map(({ high }, place) => `${x(xs[place]!)},${y(high)}`),
                ...band.map(({ low }, place) => `${x(xs[place]!)},${y(low)}`).reverse(),
              ].join('L')}Z`}
            />
          ) : null,
        )}
        {series.map(({ key, colour, values, isDashed }) => (
          <g key={key} style={{ stroke: colour, fill: colour }}>
            <polyline
              className={styles.line}
              strokeDasharray={isDashed ? '6 4' : undefined}
              points={values
                .flatMap((value, place) => (value === null ? [] : [`${x(xs[place]!)},${y(value)}`]))
                .join(' ')}
            />
            {values[selected] != null && (
              <circle cx={x(xs[selected]!)} cy={y(values[selected]!)} r={5} className={styles.dot} />
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

/** Labels that would touch are dropped. */
function thinOut(xs: readonly number[], width: number): readonly number[] {
  const every = Math.max(1, Math.ceil((xs.length * 46) / Math.max(width, 1)))
  return xs.filter((_, place) => (place + 1) % every === 0)
}
