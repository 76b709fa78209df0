import type { MeterComparisonView } from '@ohmstead/contract/location-pricing-meters'
import { formatDay, localMidnightMs, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import { toSeries } from '../../shared/charts/build-energy-model.ts'
import type { ChartModel } from '../../shared/charts/chart-model.ts'
import { buildStack, findGapRuns } from '../../shared/charts/stack-layers.ts'

/** Their colours are those of ordinary and of excess figures. */
export const meterKeys = { agreeing: 'home', differing: 'excess' } as const

const nothingHidden: ReadonlySet<string> = new Set()

/** A chart has so many days at least: one bar alone says nothing of time. */
const fewestDays = 14

/** The days from the first one on that both meters know. */
export function findShownDays({ days }: Pick<MeterComparisonView, 'days'>): MeterComparisonView['days'] {
  const first = days.findIndex(({ comparable }) => comparable > 0)
  return days.slice(Math.max(0, Math.min(first, days.length - fewestDays)))
}

/** Bars of a day each: by how many Wh the controller measured more or less, in another colour since the disagreement. */
export function buildMetersChart(
  { days, disagreement }: Pick<MeterComparisonView, 'days' | 'disagreement'>,
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): { model: ChartModel; differences: Float64Array } {
  const differences = toSeries(
    days.map(({ comparable, official, controller }) =>
      comparable === 0 ? null : (controller.importMilliWh - official.importMilliWh) / 1000,
    ),
  )
  const startOf = (day: string) => localMidnightMs(day, timeZone)
  const ts = Float64Array.from(days, ({ day }) => startOf(day))
  const ends = Float64Array.from(days, ({ day }) => startOf(formatDay(parseDay(day) + 1)))
  const differs = days.map(({ day }) => disagreement !== null && day >= disagreement.since)
  const only = (isDiffering: boolean, side: 1 | -1) =>
    differences.map((difference, at) =>
      differs[at] === isDiffering && difference * side >= 0 ? Math.abs(difference) : Number.NaN,
    )
  const inputs = ([1, -1] as const).flatMap((side) => [
    { key: meterKeys.agreeing, side, values: only(false, side) },
    { key: meterKeys.differing, side, values: only(true, side) },
  ])
  const model: ChartModel = {
    ...{ fromMs: ts[0] ?? nowMs, toMs: ends.at(-1) ?? nowMs, timeZone, ts, ends, nowMs },
    strips: [
      {
        ...{ key: 'meters', unit: 'Wh', weight: 1, layers: buildStack(inputs, nothingHidden), lines: [] },
        ...{ mode: 'bars', includesZero: true, isSigned: true },
      },
    ],
    gaps: findGapRuns([{ values: differences }], differences.length),
    estimated: [],
  }
  return { model, differences }
}
