import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { memo, useMemo, useRef } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useWidth } from '../../../shared/use-width.ts'
import { type Block, blocks } from '../calculation-data.ts'
import { buildValueTicks } from '../value-ticks.ts'
import { findPeaks } from './find-peaks.ts'
import { PeaksAbove } from './peaks-above.tsx'
import { PictureGround } from './picture-ground.tsx'
import { PowerHandle } from './power-handle.tsx'
import { plot, toY } from './power-scale.ts'
import type { Limits } from './power-steps.ts'
import styles from './powers.module.css'

interface PowerPictureProps {
  profile: LoadProfile
  powersKw: BlockPowers
  currentKw: BlockPowers | null
  optimumKw: BlockPowers | null
  limits: Limits
  onMove: (block: Block, kw: number) => void
}

const peaksPerMonth = 10

/** The highest quarter-hours of each block, month by month, with the powers as draggable steps over them. */
export function PowerPicture({ profile, powersKw, currentKw, optimumKw, limits, onMove }: PowerPictureProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const peaks = useMemo(() => blocks.map((block) => findPeaks(profile, block, peaksPerMonth)), [profile])
  const highestPeak = useMemo(() => Math.max(0, ...peaks.flat().map(({ kw }) => kw)), [peaks])
  // The scale stays while dragging: it grows only if a power leaves it.
  const highest = Math.max(highestPeak * 1.15, ...powersKw, ...(currentKw ?? []), ...(optimumKw ?? []), 1)
  const scaleTop = buildValueTicks(highest).at(-1)!
  const columnWidth = Math.max((width - plot.left) / 5, 1)
  const months = profile.months.length
  const size = { columnWidth, scaleTop }
  return (
    <div ref={frame} className={styles.picture}>
      {width > 0 && (
        <>
          <PictureGround peaks={peaks} months={months} width={width} {...size} />
          {blocks.map((block, place) => (
            <PeaksAbove
              key={block}
              peaks={peaks[place]!}
              months={months}
              place={place}
              y={toY(powersKw[place]!, scaleTop)}
              {...size}
            />
          ))}
          {/* biome-ignore lint/a11y/useSemanticElements: no fieldset can hold a picture */}
          <svg
            className={styles.steps}
            width={width}
            height={plot.height}
            role="group"
            aria-label={t('calculations.powers.picture')}
          >
            {currentKw && <StepLine className={styles.lineCurrent!} powersKw={currentKw} {...size} />}
            {optimumKw && <StepLine className={styles.lineOptimum!} powersKw={optimumKw} {...size} />}
            <StepLine className={styles.lineOwn!} powersKw={powersKw} {...size} />
            {blocks.map((block, place) => (
              <PowerHandle
                key={block}
                block={block}
                kw={powersKw[place]!}
                limits={limits}
                {...size}
                onMove={onMove}
              />
            ))}
          </svg>
        </>
      )}
    </div>
  )
}

interface StepLineProps {
  powersKw: BlockPowers
  columnWidth: number
  scaleTop: number
  className: string
}

const StepLine = memo(function StepLine({ powersKw, columnWidth, scaleTop, className }: StepLineProps) {
  const steps = powersKw.map((kw, place) => {
    const x = plot.left + place * columnWidth
    return `${place === 0 ? 'M' : 'L'}${x} ${toY(kw, scaleTop)}h${columnWidth}`
  })
  return <path className={className} d={steps.join('')} aria-hidden />
})
