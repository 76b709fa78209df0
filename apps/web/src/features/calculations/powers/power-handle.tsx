import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { Block } from '../calculation-data.ts'
import { plot, toKw, toY } from './power-scale.ts'
import type { Limits } from './power-steps.ts'
import styles from './powers.module.css'

interface PowerHandleProps {
  block: Block
  kw: number
  limits: Limits
  columnWidth: number
  scaleTop: number
  onMove: (block: Block, kw: number) => void
}

const reach = 22

/** A draggable step: by pointer or finger, or by 0.1 kW with the arrow keys. */
export const PowerHandle = memo(function PowerHandle({
  block,
  kw,
  limits,
  columnWidth: width,
  scaleTop,
  onMove,
}: PowerHandleProps) {
  const t = useT()
  const format = useFormat()
  const x = plot.left + (block - 1) * width
  const y = toY(kw, scaleTop)
  // The distance of the pointer from the step, so that it does not jump; needs no layout.
  const grip = useRef<number | null>(null)
  const take = (event: PointerEvent<SVGGElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = event.pageY - y
  }
  const drag = (event: PointerEvent<SVGGElement>) => {
    if (grip.current !== null) onMove(block, Math.max(toKw(event.pageY - grip.current, scaleTop), 0))
  }
  const release = () => {
    grip.current = null
  }
  const step = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, kw, limits)
    if (to === null) return
    event.preventDefault()
    onMove(block, to)
  }
  const middle = x + width / 2
  const gripWidth = Math.min(52, width - 6)
  return (
    <g
      role="slider"
      tabIndex={0}
      className={styles.handle}
      aria-orientation="vertical"
      aria-label={t('calculations.powers.of_block', { block })}
      aria-valuemin={limits.minimumPowerKw ?? 0}
      aria-valuemax={limits.connectionPowerKw ?? undefined}
      aria-valuenow={kw}
      aria-valuetext={`${format.number(kw, 1)} kW`}
      onKeyDown={step}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <rect className={styles.reach} x={x} y={y - reach} width={width} height={2 * reach} />
      <line className={styles.handleLine} x1={x} x2={x + width} y1={y} y2={y} />
      <rect
        className={styles.grip}
        x={middle - gripWidth / 2}
        y={y - 11}
        width={gripWidth}
        height={22}
        rx={11}
      />
      <text className={styles.gripText} x={middle} y={y + 4} textAnchor="middle">
        {format.number(kw, 1)}
      </text>
    </g>
  )
})

function keyTarget(key: string, kw: number, limits: Limits): number | null {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return kw + 0.1
    case 'ArrowDown':
    case 'ArrowLeft':
      return kw - 0.1
    case 'PageUp':
      return kw + 1
    case 'PageDown':
      return kw - 1
    case 'Home':
      return limits.minimumPowerKw ?? 0
    case 'End':
      return limits.connectionPowerKw
    default:
      return null
  }
}
