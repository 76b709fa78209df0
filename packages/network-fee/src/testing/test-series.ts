import { localMidnightMs, quarterHourMs } from '../calendar/local-time.ts'
import { timeBlockAt } from '../calendar/time-block.ts'
import type { MeteringPoint } from '../metering-point.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { milliWhPerKw, type QuarterHourSeries } from '../quarter-hour-series.ts'
import { publishedRates } from '../rates/published-rates.ts'
import { defaultFeeOptions, type FeeContext } from '../systems/fee-context.ts'

// Readings and metering points for tests.

/** Quarter-hours from a local day to the day before another; the power (kW) is a function of the interval's start. */
export function seriesOf(
  fromDay: string,
  toDay: string,
  powerKw: (startMs: number, place: number) => number | null,
): QuarterHourSeries {
  const firstStartMs = localMidnightMs(fromDay)
  const count = (localMidnightMs(toDay) - firstStartMs) / quarterHourMs
  const importMilliWh = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const kw = powerKw(firstStartMs + i * quarterHourMs, i)
    importMilliWh[i] = kw === null ? Number.NaN : Math.round(kw * milliWhPerKw)
  }
  return { firstStartMs, importMilliWh, exportMilliWh: null, isEstimated: new Uint8Array(count) }
}

/** Zero except for given powers (kW) in the first intervals of given blocks of each month. */
export function peaksInBlocks(
  fromDay: string,
  toDay: string,
  peaksKw: Partial<Record<number, number[]>>,
): QuarterHourSeries {
  const used = new Map<string, number>()
  return seriesOf(fromDay, toDay, (startMs) => {
    const block = timeBlockAt(startMs)
    const key = `${new Date(startMs + 2 * 3_600_000).toISOString().slice(0, 7)}/${block}`
    const place = used.get(key) ?? 0
    used.set(key, place + 1)
    return peaksKw[block]?.[place] ?? 0
  })
}

/** A house with a 17 kW connection and agreed powers set by the operator. */
export function household(blocksKw: BlockPowers, changes: Partial<MeteringPoint> = {}): MeteringPoint {
  return {
    userGroup: 0,
    isHousehold: true,
    connectionPowerKw: 17,
    phases: 3,
    fuseAmpere: 25,
    tariffsCount: 2,
    oldBillingPowerKw: 10,
    operatingHours: null,
    agreedPowers: [
      {
        fromDay: '2024-01-01',
        toDay: '2027-12-31',
        blocksKw,
        minimumPowerKw: null,
        connectionPowerKw: null,
        setBy: 'operator',
        isValid: true,
        enteredOn: '2024-06-22',
      },
    ],
    ...changes,
  }
}

export function contextOf(point: MeteringPoint, changes: Partial<FeeContext> = {}): FeeContext {
  return {
    point,
    prices: null,
    options: defaultFeeOptions,
    book: publishedRates,
    registerImportMilliWh: {},
    ...changes,
  }
}
