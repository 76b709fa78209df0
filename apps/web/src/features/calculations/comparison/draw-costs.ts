import type { System } from '../calculation-data.ts'
import { buildValueTicks } from '../value-ticks.ts'
import { costColours } from './cost-colours.ts'
import { type CostGroup, costParts } from './cost-groups.ts'
import type { Scene, Shape } from './scene.ts'

interface CostPicture {
  groups: readonly CostGroup[]
  width: number
  height: number
  labelOf: (key: string) => string
  formatEuro: (amount: number) => string
  /** The digit under a bar, explained in the legend. */
  signOf: (system: System) => string
}

const [top, bottom] = [12, 44]
const gap = 0.18
const widestBar = 40
/** Room for a month's short name. */
const labelPx = 50

/** Round euros from zero to the highest bar. */
function findTicks(groups: readonly CostGroup[]): number[] {
  return buildValueTicks(
    Math.max(5, ...groups.flatMap(({ bars }) => bars.map(({ totalEur }) => totalEur ?? 0))),
  )
}

/** Room for the longest value, px. */
export function findAxisWidth(groups: readonly CostGroup[], formatEuro: (amount: number) => string): number {
  return 16 + 7 * Math.max(...findTicks(groups).map((tick) => formatEuro(tick).length))
}

/** The horizontal position of each group. */
export function groupSpan(
  groups: number,
  left: number,
  width: number,
  at: number,
): { x: number; width: number } {
  const step = (width - left) / Math.max(groups, 1)
  return { x: left + at * step, width: step }
}

/** Grouped bars with stacked parts. A missing result is a gap with a dash. */
export function drawCosts({ groups, width, height, labelOf, formatEuro, signOf }: CostPicture): Scene {
  const left = findAxisWidth(groups, formatEuro)
  const ticks = findTicks(groups)
  const y = (eur: number) => top + (1 - eur / ticks.at(-1)!) * (height - top - bottom)
  const shapes: Shape[] = ticks.flatMap((tick): Shape[] => [
    {
      kind: 'line',
      points: [
        [left, y(tick)],
        [width, y(tick)],
      ],
      colour: tick === 0 ? '--line-control' : '--line',
      width: 1,
    },
    {
      kind: 'text',
      x: left - 8,
      y: y(tick) + 4,
      text: formatEuro(tick),
      colour: '--text-faint',
      size: 12,
      align: 'right',
    },
  ])
  const every = Math.ceil((labelPx * groups.length) / (width - left))
  groups.forEach(({ key, bars }, at) => {
    const span = groupSpan(groups.length, left, width, at)
    const barWidth = Math.min((span.width * (1 - gap)) / Math.max(bars.length, 1), widestBar)
    const start = span.x + (span.width - barWidth * bars.length) / 2
    bars.forEach(({ system, parts, totalEur }, place) => {
      const x = start + place * barWidth + 1
      const inner = Math.max(barWidth - 2, 1)
      let sum = 0
      for (const part of costParts) {
        const eur = parts[part]
        if (eur === undefined) continue
        shapes.push({
          kind: 'rect',
          x,
          y: y(sum + eur),
          width: inner,
          height: Math.max(y(sum) - y(sum + eur), 0),
          colour: costColours[part],
          isHatched: part === 'excessPower',
        })
        sum += eur
      }
      const middle = x + inner / 2
      if (totalEur === null)
        shapes.push({
          kind: 'text',
          x: middle,
          y: y(0) - 4,
          text: '–',
          colour: '--text-faint',
          size: 12,
          align: 'center',
        })
      if (barWidth >= 9)
        shapes.push({
          kind: 'text',
          x: middle,
          y: height - bottom + 14,
          text: signOf(system),
          colour: '--text-faint',
          size: 10,
          align: 'center',
        })
    })
    if (at % every === 0)
      shapes.push({
        kind: 'text',
        x: span.x + span.width / 2,
        y: height - 10,
        text: labelOf(key),
        colour: '--text-soft',
        size: 12,
        align: 'center',
      })
  })
  return { width, height, shapes }
}
