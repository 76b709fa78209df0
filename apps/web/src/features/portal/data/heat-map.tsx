import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { ChartFrame } from '../../../shared/charts/chart-frame.tsx'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useTheme } from '../../../shared/theme-choice.ts'
import { useWidth } from '../../../shared/use-width.ts'
import { colorSchemeOf } from '../../../ui/themes.ts'
import { drawHeat } from './draw-heat.ts'
import styles from './heat-map.module.css'

const hoursPerDay = 24

interface HeatMapProps {
  days: number
  powersW: Float32Array
  topW: number
  /** Days with a label below them, by index. */
  marks: readonly { at: number; label: string }[]
  cell: number | null
  onCell: (cell: number | null) => void
  label: string
  /** The content of a cell, in words. */
  describe: (cell: number) => string
}

/** Days from left to right, hours from top to bottom, power as colour. Arrow keys walk from cell to cell. */
export function HeatMap({ days, powersW, topW, marks, cell, onCell, label, describe }: HeatMapProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(frame)
  const theme = useTheme()
  const scheme = colorSchemeOf(theme)
  useEffect(() => {
    if (width > 0) drawHeat(canvas.current!, { days, powersW, topW, scheme, width })
  }, [days, powersW, topW, scheme, width])

  const point = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect()
    const day = Math.floor(((event.clientX - box.left) / box.width) * days)
    const hour = Math.floor(((event.clientY - box.top) / box.height) * hoursPerDay)
    const isInside = day >= 0 && day < days && hour >= 0 && hour < hoursPerDay
    onCell(isInside ? day * hoursPerDay + hour : null)
  }
  const walk = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -hoursPerDay,
      ArrowRight: hoursPerDay,
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -7 * hoursPerDay,
      PageDown: 7 * hoursPerDay,
      Home: -days * hoursPerDay,
      End: days * hoursPerDay,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const now = cell ?? 0
    const next = cell === null ? 0 : now + step
    const last = days * hoursPerDay - 1
    const hour = now % hoursPerDay
    onCell(
      next < 0 ? (event.key === 'Home' ? 0 : hour) : next > last ? (event.key === 'End' ? last : now) : next,
    )
  }
  return (
    <div className={styles.map}>
      <div className={styles.hours} aria-hidden>
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} style={{ top: `${(hour / hoursPerDay) * 100}%` }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      <ChartFrame
        ref={frame}
        className={styles.frame}
        label={label}
        keys={t('charts.chart.walk')}
        readout={cell === null ? null : describe(cell)}
        onKeyDown={walk}
        onBlur={() => onCell(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onCell(null)}
      >
        <canvas ref={canvas} />
        {cell !== null && (
          <span
            className={styles.cursor}
            style={{
              left: `${(Math.floor(cell / hoursPerDay) / days) * 100}%`,
              top: `${((cell % hoursPerDay) / hoursPerDay) * 100}%`,
              width: `max(4px, ${100 / days}%)`,
              height: `${100 / hoursPerDay}%`,
            }}
          />
        )}
      </ChartFrame>
      <div className={styles.months} aria-hidden>
        {thinOut(marks, (56 / Math.max(width, 1)) * days).map(({ at, label: name }) => (
          <span key={at} style={{ left: `${(at / days) * 100}%` }}>
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Labels need room: of those too close together the later one is dropped. */
function thinOut<Mark extends { at: number }>(marks: readonly Mark[], apart: number): Mark[] {
  const kept: Mark[] = []
  for (const mark of marks)
    if (mark.at - (kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= apart) kept.push(mark)
  return kept
}
