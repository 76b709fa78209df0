import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { useTouch } from '../../../shared/use-touch.ts'
import { useWidth } from '../../../shared/use-width.ts'
import { type System, systems } from '../calculation-data.ts'
import styles from './comparison.module.css'
import { costColours } from './cost-colours.ts'
import { type CostGroup, findParts } from './cost-groups.ts'
import { drawCosts, findAxisWidth, groupSpan } from './draw-costs.ts'
import { SceneSvg } from './scene-svg.tsx'

interface CostChartProps {
  groups: readonly CostGroup[]
  name: string
  labelOf: (key: string, length: 'short' | 'long') => string
}

const height = 320
const [leastGroupWidth, leastOnPhone, phonePx] = [36, 60, 600]

/** The digit that represents a system under its bars. */
export const signOf = (system: System) => String(systems.indexOf(system) + 1)

/** Costs as bars. Pointing at a group, or the arrow keys, show its numbers above. */
export function CostChart({ groups, name, labelOf }: CostChartProps) {
  const t = useT()
  const isTouch = useTouch()
  const euro = useEuro()
  const frame = useRef<HTMLDivElement>(null)
  const own = useWidth(frame)
  const [active, setActive] = useState<number | null>(null)
  const width = Math.max(own, 60 + groups.length * (own < phonePx ? leastOnPhone : leastGroupWidth))
  const formatAxis = useCallback((eur: number) => euro(eur, 0), [euro])
  const left = useMemo(() => findAxisWidth(groups, formatAxis), [groups, formatAxis])
  const scene = useMemo(
    () =>
      drawCosts({
        groups,
        width,
        height,
        labelOf: (key) => labelOf(key, 'short'),
        formatEuro: formatAxis,
        signOf,
      }),
    [groups, width, labelOf, formatAxis],
  )
  const shown = active === null ? null : (groups[Math.min(active, groups.length - 1)] ?? null)
  const bars = groups[0]?.bars ?? []
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const { width: step } = groupSpan(groups.length, left, width, 0)
    setActive(x < left ? null : Math.min(Math.floor((x - left) / step), groups.length - 1))
  }
  const move = (event: KeyboardEvent) => {
    const last = groups.length - 1
    const to = {
      ArrowLeft: Math.max((active ?? 0) - 1, 0),
      ArrowRight: Math.min((active ?? -1) + 1, last),
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setActive(to)
    const { x, width: step } = groupSpan(groups.length, left, width, to)
    frame.current?.scrollTo({ left: x + step / 2 - own / 2 })
  }
  const span = active === null ? null : groupSpan(groups.length, left, width, active)
  return (
    <div className={styles.chart}>
      <div className={styles.readout} aria-live="polite">
        <strong>
          {shown
            ? labelOf(shown.key, 'long')
            : t(isTouch ? 'calculations.compare.touch' : 'calculations.compare.point')}
        </strong>
        <ul>
          {bars.map(({ system }, place) => (
            <li key={system}>
              <span className={styles.sign} aria-hidden>
                {signOf(system)}
              </span>
              {t(`calculations.system.${system}`)}
              <b>{shown && euro(shown.bars[place]?.totalEur)}</b>
            </li>
          ))}
        </ul>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that answers the arrow keys */}
      <div
        ref={frame}
        role="group"
        aria-roledescription={t('charts.chart.role')}
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its groups are reached with the arrow keys
        tabIndex={0}
        aria-label={t('calculations.compare.chart_label', { name })}
        onKeyDown={move}
      >
        <div style={{ width }} onPointerMove={point} onPointerLeave={() => setActive(null)}>
          {own > 0 && (
            <SceneSvg scene={scene}>
              {span && (
                <rect className={styles.activeGroup} x={span.x} y={0} width={span.width} height={height} />
              )}
            </SceneSvg>
          )}
        </div>
      </div>
      <ul className={styles.legend}>
        {findParts(groups).map((part) => (
          <li key={part}>
            <span
              className={styles.swatch}
              data-hatched={part === 'excessPower' || undefined}
              style={{ backgroundColor: `var(${costColours[part]})` }}
              aria-hidden
            />
            {t(`calculations.part.${part}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
