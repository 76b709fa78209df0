import { memo } from 'react'
import type { Peak } from './find-peaks.ts'
import { PeakDots } from './peak-dots.tsx'
import { plot } from './power-scale.ts'
import styles from './powers.module.css'

interface PeaksAboveProps {
  peaks: readonly Peak[]
  months: number
  place: number
  columnWidth: number
  scaleTop: number
  /** Where the step lies. */
  y: number
}

/** The dots of a block above its step: all are drawn once, and the step only moves the clipping edge. */
export const PeaksAbove = memo(function PeaksAbove({ place, columnWidth, y, ...dots }: PeaksAboveProps) {
  return (
    <svg
      className={styles.above}
      width={columnWidth}
      height={plot.height}
      style={{ left: plot.left + place * columnWidth, clipPath: `inset(0 0 ${plot.height - y}px 0)` }}
      aria-hidden
    >
      <Dots x={0} columnWidth={columnWidth} className={styles.dotAbove!} {...dots} />
    </svg>
  )
})

const Dots = memo(PeakDots)
