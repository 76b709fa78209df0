import { memo } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { blocks } from '../calculation-data.ts'
import { buildValueTicks } from '../value-ticks.ts'
import type { Peak } from './find-peaks.ts'
import { PeakDots } from './peak-dots.tsx'
import { plot, toY } from './power-scale.ts'
import styles from './powers.module.css'

interface PictureGroundProps {
  /** Blocks 1 to 5. */
  peaks: readonly Peak[][]
  months: number
  width: number
  columnWidth: number
  scaleTop: number
}

/** Axes and dots: a separate layer that stays unchanged while the steps are dragged. */
export const PictureGround = memo(function PictureGround({
  peaks,
  months,
  width,
  columnWidth,
  scaleTop,
}: PictureGroundProps) {
  const t = useT()
  const format = useFormat()
  const { left, top, bottom, height } = plot
  return (
    <svg className={styles.ground} width={width} height={height} aria-hidden>
      {buildValueTicks(scaleTop).map((tick) => {
        const y = toY(tick, scaleTop)
        return (
          <g key={tick}>
            <line className={styles.grid} x1={left} x2={width} y1={y} y2={y} />
            <text className={styles.axis} x={left - 8} y={y + 4} textAnchor="end">
              {format.number(tick, tick % 1 ? 1 : 0)}
            </text>
          </g>
        )
      })}
      <text className={styles.axis} x={0} y={height - 8}>
        kW
      </text>
      {blocks.map((block, place) => {
        const x = left + place * columnWidth
        return (
          <g key={block}>
            {place > 0 && <line className={styles.grid} x1={x} x2={x} y1={top} y2={height - bottom} />}
            <text className={styles.axis} x={x + columnWidth / 2} y={height - 8} textAnchor="middle">
              {t('calculations.block', { block })}
            </text>
            <PeakDots
              peaks={peaks[place]!}
              {...{ months, x, columnWidth, scaleTop }}
              className={styles.dot!}
            />
          </g>
        )
      })}
    </svg>
  )
})
