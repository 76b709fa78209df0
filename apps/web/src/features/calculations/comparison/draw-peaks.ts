import type { Block } from '../calculation-data.ts'
import { buildValueTicks } from '../value-ticks.ts'
import type { PeakRow } from './peak-rows.ts'
import type { Point, Scene, Shape } from './scene.ts'

interface PeakPicture {
  rows: readonly PeakRow[]
  block: Block
  /** All months, so that the blocks align vertically. */
  months: readonly string[]
  /** kW, the same for all blocks. */
  highest: number
  width: number
  height: number
  labelOf: (month: string) => string
  formatKw: (kw: number) => string
}

const [left, top, bottom] = [60, 10, 26]

/** The highest quarter-hours of one block against the agreed power; those above are larger, ringed and red. */
export function drawPeaks({
  rows,
  block,
  months,
  highest,
  width,
  height,
  labelOf,
  formatKw,
}: PeakPicture): Scene {
  const ticks = buildValueTicks(highest, 4)
  const y = (kw: number) => top + (1 - kw / ticks.at(-1)!) * (height - top - bottom)
  const step = (width - left) / Math.max(months.length, 1)
  const shapes: Shape[] = ticks.flatMap((tick): Shape[] => [
    {
      kind: 'line',
      points: [
        [left, y(tick)],
        [width, y(tick)],
      ],
      colour: '--line',
      width: 1,
    },
    {
      kind: 'text',
      x: left - 8,
      y: y(tick) + 4,
      text: formatKw(tick),
      colour: '--text-faint',
      size: 11,
      align: 'right',
    },
  ])
  const every = Math.max(1, Math.ceil(44 / step))
  months.forEach((month, at) => {
    if (at % every === 0)
      shapes.push({
        kind: 'text',
        x: left + (at + 0.5) * step,
        y: height - 8,
        text: labelOf(month),
        colour: '--text-faint',
        size: 11,
        align: 'center',
      })
  })
  const own = rows.filter((row) => row.block === block)
  const [below, above]: [Point[], Point[]] = [[], []]
  for (const { month, peaksKw, powerKw } of own) {
    const at = months.indexOf(month)
    peaksKw.forEach((kw, place) => {
      const x = left + (at + 0.25 + (0.5 * (place + 0.5)) / Math.max(peaksKw.length, 1)) * step
      const list = powerKw !== null && kw - powerKw > 1e-9 ? above : below
      list.push([x, y(kw)])
    })
  }
  shapes.push({ kind: 'dots', points: below, colour: '--energy-home', radius: 2, opacity: 0.7 })
  shapes.push({ kind: 'dots', points: above, colour: '--energy-heat', radius: 3.5, isRing: true })
  for (const run of findRuns(own, months)) {
    const points = run.flatMap(({ at, kw }): Point[] => [
      [left + at * step, y(kw)],
      [left + (at + 1) * step, y(kw)],
    ])
    shapes.push({ kind: 'line', points, colour: '--text', width: 2 })
  }
  return { width, height, shapes }
}

/** Consecutive months with a power: the step line breaks where the block does not occur. */
function findRuns(rows: readonly PeakRow[], months: readonly string[]): { at: number; kw: number }[][] {
  const runs: { at: number; kw: number }[][] = []
  for (const { month, powerKw } of rows) {
    if (powerKw === null) continue
    const at = months.indexOf(month)
    const last = runs.at(-1)
    if (last && last.at(-1)!.at === at - 1) last.push({ at, kw: powerKw })
    else runs.push([{ at, kw: powerKw }])
  }
  return runs
}
