import { countDigits } from '../../../shared/charts/value-range.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { DurationCurve } from './duration-curve.ts'
import styles from './duration-picture.module.css'
import { type DurationView, powerAtRank, rankToPart } from './duration-view.ts'

/** The curve with agreed powers as lines across it. */
export function DurationPicture({
  view,
  curve,
  rank,
}: {
  view: DurationView
  curve: DurationCurve
  rank: number | null
}) {
  const t = useT()
  const format = useFormat()
  const points = view.line.map(({ x, y }) => `${(x * 1000).toFixed(2)},${(y * 1000).toFixed(2)}`)
  const digits = countDigits(view.powers.map(({ powerW }) => powerW / 1000))
  const percent = (part: number) => `${part * 100}%`
  const groups = groupAgreed(view.agreed)
  const nameOf = ({ blocks, powerW }: (typeof groups)[number]) => (
    <>
      {blocks.map((block) => (
        <i key={block} style={{ background: `var(--block-${block})` }} />
      ))}
      {t('portal.duration.agreed', { blocks: blocks.join(', '), power: format.number(powerW / 1000, 1) })}
    </>
  )
  return (
    <>
      <div className={styles.picture}>
        <span className={styles.unit}>kW</span>
        <div className={styles.plot} data-plot>
          <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
            {view.powers.map(({ y, powerW }) => (
              <line key={powerW} className={styles.grid} x1={0} x2={1000} y1={y * 1000} y2={y * 1000} />
            ))}
            <polygon className={styles.area} points={['0,1000', ...points, '1000,1000'].join(' ')} />
            <polyline className={styles.line} points={points.join(' ')} />
            {view.agreed.map(({ block, y }) => (
              <line
                key={block}
                className={styles.agreed}
                style={{ stroke: `var(--block-${block})` }}
                x1={0}
                x2={1000}
                y1={y * 1000}
                y2={y * 1000}
              />
            ))}
          </svg>
          {groups.map((group) => (
            <span key={group.y} className={styles.agreedName} style={{ top: percent(group.labelY) }}>
              {nameOf(group)}
            </span>
          ))}
          {view.powers.map(({ y, powerW }) => (
            <span key={powerW} className={styles.power} style={{ top: percent(y) }}>
              {format.number(powerW / 1000, digits)}
            </span>
          ))}
          {rank !== null && (
            <>
              <span className={styles.cross} style={{ left: percent(rankToPart(rank, curve.count)) }} />
              <span
                className={styles.dot}
                style={{
                  left: percent(rankToPart(rank, curve.count)),
                  top: percent(1 - powerAtRank(curve, rank) / view.topW),
                }}
              />
            </>
          )}
          {view.ranks.map(({ x, rank: at }) => (
            <span key={at} className={styles.rank} style={{ left: percent(x) }}>
              {format.number(at)}
            </span>
          ))}
        </div>
        <span className={styles.axis}>{t('portal.duration.axis')}</span>
      </div>
      {/* On a phone the names would cover the curve. */}
      <ul className={styles.names}>
        {groups.map((group) => (
          <li key={group.y}>{nameOf(group)}</li>
        ))}
      </ul>
    </>
  )
}

/** Of the height of the picture. */
const nameHeight = 0.085

/** Lines at the same height share a name. */
function groupAgreed(agreed: DurationView['agreed']) {
  const groups = new Map<number, { y: number; powerW: number; blocks: number[] }>()
  for (const { y, powerW, block } of agreed) {
    const group = groups.get(y) ?? { y, powerW, blocks: [] }
    group.blocks.push(block)
    groups.set(y, group)
  }
  let lowest = Number.NEGATIVE_INFINITY
  return [...groups.values()]
    .toSorted((a, b) => a.y - b.y)
    .map((group) => {
      // Names never overlap: the lower one moves.
      lowest = Math.max(group.y, lowest + nameHeight)
      return { ...group, labelY: lowest }
    })
}
