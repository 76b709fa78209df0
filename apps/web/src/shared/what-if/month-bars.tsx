import { useRef } from 'react'
import { useWidth } from '../use-width.ts'
import { findAxisWidth, findTicks } from './axis-ticks.ts'
import styles from './month-bars.module.css'
import axes from './value-axis.module.css'
import { ValueAxis } from './value-axis.tsx'

export interface BarPart {
  key: string
  label: string
  colour: string
  /** The fill of bars, if it differs from their rim. */
  fill?: string
  /** Above zero, or below it. */
  side: 1 | -1
  values: readonly number[]
}

interface MonthBarsProps {
  label: string
  names: readonly string[]
  parts: readonly BarPart[]
  formatY: (y: number) => string
  yTitle: string
  /** Below zero is less than nothing; otherwise it is another thing, mirrored. */
  isSigned?: boolean
  height?: number
}

const narrowest = 240

/** Few months would be walls rather than bars. */
const widestBar = 88
const edges = { right: 8, top: 22, bottom: 24 }

/** Stacked bars, one group per month. The table beside it says the same. */
export function MonthBars({
  label,
  names,
  parts,
  formatY,
  yTitle,
  isSigned = false,
  height = 280,
}: MonthBarsProps) {
  const textOf = (tick: number) => formatY(isSigned ? tick : Math.abs(tick))
  const frame = useRef<HTMLDivElement>(null)
  const width = Math.max(narrowest, useWidth(frame))
  const sums = (side: 1 | -1) =>
    names.map((_, place) =>
      parts.reduce((sum, part) => sum + (part.side === side ? part.values[place]! : 0), 0),
    )
  const ticks = findTicks(-Math.max(0, ...sums(-1)), Math.max(0, ...sums(1)), 5)
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!]
  const padding = { ...edges, left: findAxisWidth(ticks.map(textOf)) }
  const innerHeight = height - padding.top - padding.bottom
  const y = (value: number) => padding.top + ((top - value) / (top - bottom)) * innerHeight
  const slot = (width - padding.left - padding.right) / Math.max(names.length, 1)
  const barWidth = Math.min(slot * 0.68, widestBar)
  const every = Math.max(1, Math.ceil(44 / slot))
  return (
    <div ref={frame} className={styles.bars}>
      <svg width={width} height={height} role="img" aria-label={label}>
        <ValueAxis
          title={yTitle}
          ticks={ticks}
          left={padding.left}
          right={width - padding.right}
          y={y}
          format={textOf}
        />
        {names.map((name, place) => (
          <g key={name} transform={`translate(${padding.left + slot * (place + 0.5) - barWidth / 2} 0)`}>
            <Stack parts={parts} place={place} width={barWidth} y={y} />
            {place % every === 0 && (
              <text className={axes.tick} x={barWidth / 2} y={height - 6} textAnchor="middle">
                {name.split(' ')[0]}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

function Stack({
  parts,
  place,
  width,
  y,
}: {
  parts: readonly BarPart[]
  place: number
  width: number
  y: (value: number) => number
}) {
  const reached = { 1: 0, '-1': 0 }
  return parts.map(({ key, colour, fill, side, values }) => {
    const from = reached[side]
    const to = from + side * values[place]!
    reached[side] = to
    const [upper, lower] = [y(Math.max(from, to)), y(Math.min(from, to))]
    return (
      <rect
        key={key}
        x={0}
        y={upper}
        width={width}
        height={Math.max(lower - upper, 0)}
        style={{ fill: fill ?? colour, ...(fill && { stroke: colour }) }}
      />
    )
  })
}
