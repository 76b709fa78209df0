import { buildValueTicks, chooseValueStep } from '../../../shared/charts/time-ticks.ts'
import type { DurationCurve } from './duration-curve.ts'
import type { BlockSummary } from './summarise-readings.ts'

/** The picture in parts of its width and height, 0 to 1 from the upper left. */
export interface DurationView {
  line: { x: number; y: number }[]
  /** Quarter-hours by powers of ten. */
  ranks: { x: number; rank: number }[]
  powers: { y: number; powerW: number }[]
  agreed: { y: number; block: number; powerW: number }[]
  topW: number
}

/** The position of the n-th highest quarter-hour: logarithmic, since the highest few decide. */
export function rankToPart(rank: number, count: number): number {
  return count <= 1 ? 0 : Math.log(rank) / Math.log(count)
}

export function buildDurationView(
  { count, places, powersW }: DurationCurve,
  agreed: readonly BlockSummary[],
): DurationView {
  const wanted = Math.max(powersW[0] ?? 0, ...agreed.map(({ agreedW }) => agreedW ?? 0), 1)
  const step = chooseValueStep(wanted, 6)
  const topW = Math.ceil(wanted / step - 1e-9) * step
  const y = (powerW: number) => 1 - powerW / topW
  const ranks: DurationView['ranks'] = []
  for (let rank = 1; rank < count; rank *= 10) ranks.push({ rank, x: rankToPart(rank, count) })
  return {
    line: Array.from(places, (place, i) => ({ x: rankToPart(place + 1, count), y: y(powersW[i]!) })),
    ranks,
    powers: buildValueTicks(0, topW, step).map((powerW) => ({ powerW, y: y(powerW) })),
    agreed: agreed.flatMap(({ block, agreedW }) =>
      agreedW === null ? [] : [{ block, powerW: agreedW, y: y(agreedW) }],
    ),
    topW,
  }
}

/** Power of the n-th highest quarter-hour; between kept points, the next higher one. */
export function powerAtRank({ places, powersW }: DurationCurve, rank: number): number {
  let at = 0
  while (at + 1 < places.length && places[at + 1]! <= rank - 1) at++
  return powersW[at] ?? Number.NaN
}

/** The n-th highest quarter-hour and its power. */
export function formatDurationCsv({ places, powersW }: DurationCurve): string {
  const lines = Array.from(places, (place, i) => `${place + 1},${Math.round(powersW[i]! * 1000) / 1_000_000}`)
  return `\uFEFF${['quarter-hour (highest first),power [kW]', ...lines].join('\r\n')}\r\n`
}
