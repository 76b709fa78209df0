import styles from './value-axis.module.css'

interface ValueAxisProps {
  title: string
  ticks: readonly number[]
  /** The ends of the lines, px. */
  left: number
  right: number
  y: (value: number) => number
  format: (value: number) => string
}

/** Lines across a chart, each with its value. */
export function ValueAxis({ title, ticks, left, right, y, format }: ValueAxisProps) {
  return (
    <>
      <text className={styles.title} x={4} y={13}>
        {title}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zeroLine : styles.gridLine}
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text className={styles.tick} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
    </>
  )
}
