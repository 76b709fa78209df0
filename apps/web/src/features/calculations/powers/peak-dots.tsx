import type { Peak } from './find-peaks.ts'
import { toY } from './power-scale.ts'

interface PeakDotsProps {
  /** Of one block, over months from left to right. */
  peaks: readonly Peak[]
  months: number
  x: number
  columnWidth: number
  scaleTop: number
  className: string
}

/** One path for all dots of a block. */
export function PeakDots({ peaks, months, x, columnWidth, scaleTop, className }: PeakDotsProps) {
  const inset = Math.min(12, columnWidth * 0.1)
  const step = (columnWidth - 2 * inset) / Math.max(months, 1)
  const dots = peaks.map(
    ({ month, kw }) => `M${(x + inset + (month + 0.5) * step).toFixed(1)} ${toY(kw, scaleTop).toFixed(1)}h0`,
  )
  return <path className={className} d={dots.join('')} />
}
