import { type DecimalText, formatExact, parseExact, subtractExact } from '@ohmstead/domain/money/exact'
import { buildFeeContext } from '@ohmstead/network-fee/calculate-network-fee'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { calculateNetMetering, type NetMeteringYear } from '@ohmstead/network-fee/systems/net-metering'
import type { SharingMember } from './sharing-model.ts'
import type { YearlyBalance } from './simulation-model.ts'

/** Energy that a member gave in the quarter-hours of a stretch of time, milliwatt-hours. */
export interface GivenRow {
  firstStartMs: number
  givenMilliWh: Float64Array
}

/**
 * What the energy that a member gave away in a calendar year cost it: it is netted by the year, so that the year's billed
 * energy grows. Exact for the network's part, if the whole year is read; the supplier's part follows from its own yearly
 * settlement, of which no price is known here. `isWhole` tells whether sharing is known for all of the year.
 */
export function valueYearlyNetting(
  member: Pick<SharingMember, 'world' | 'energies'>,
  year: number,
  given: readonly GivenRow[],
  isWhole: boolean,
): YearlyBalance {
  const series = cutYear(member.energies, year)
  const { shared, givenMilliWh } = takeOff(series, given)
  const frame = { year, givenMilliWh }
  const unknown = (reason: YearlyBalance['reason']): YearlyBalance => ({
    ...frame,
    ...{ billedAloneMilliWh: null, billedSharedMilliWh: null, networkCost: null, reason },
  })
  const { point, rates } = member.world
  if (!isWhole) return unknown('partOfYear')
  if (point === null) return unknown('noMeteringPoint')
  if ([series.importMilliWh, series.exportMilliWh ?? [Number.NaN]].some((row) => row.some(Number.isNaN)))
    return unknown('readingsIncomplete')
  const context = buildFeeContext({ point, energyPrices: null, ...(rates ? { rates } : {}) })
  const settle = (readings: QuarterHourSeries) =>
    calculateNetMetering(buildLoadProfile(readings, context.book), context).find((one) => one.year === year)!
  const [alone, after] = [settle(series), settle(shared)]
  if (alone.networkEnergy === null || after.networkEnergy === null) return unknown('noTariff')
  return {
    ...frame,
    billedAloneMilliWh: milliWhOf(alone),
    billedSharedMilliWh: milliWhOf(after),
    networkCost: difference(after.networkEnergy.unroundedEur, alone.networkEnergy.unroundedEur),
    reason: null,
  }
}

const milliWhOf = ({ billedKwh }: NetMeteringYear) => Math.round(billedKwh! * 1e6)

const difference = (a: DecimalText, b: DecimalText) =>
  formatExact(subtractExact(parseExact(a), parseExact(b)))

/** A calendar year on its own, unknown where the series has nothing. */
function cutYear(energies: QuarterHourSeries, year: number): QuarterHourSeries {
  const firstStartMs = localMidnightMs(`${year}-01-01`)
  const count = Math.round((localMidnightMs(`${year + 1}-01-01`) - firstStartMs) / quarterHourMs)
  const shift = Math.round((firstStartMs - energies.firstStartMs) / quarterHourMs)
  const cut = (row: Float64Array) =>
    Float64Array.from({ length: count }, (_, i) => row[i + shift] ?? Number.NaN)
  return {
    firstStartMs,
    importMilliWh: cut(energies.importMilliWh),
    exportMilliWh: energies.exportMilliWh && cut(energies.exportMilliWh),
    isEstimated: new Uint8Array(count),
  }
}

function takeOff(series: QuarterHourSeries, given: readonly GivenRow[]) {
  const exportMilliWh = series.exportMilliWh?.slice() ?? null
  let givenMilliWh = 0
  for (const { firstStartMs, givenMilliWh: row } of given) {
    const shift = Math.round((firstStartMs - series.firstStartMs) / quarterHourMs)
    row.forEach((energy, i) => {
      const at = i + shift
      if (at < 0 || at >= series.importMilliWh.length) return
      givenMilliWh += energy
      if (exportMilliWh) exportMilliWh[at]! -= energy
    })
  }
  return { shared: { ...series, exportMilliWh }, givenMilliWh }
}
