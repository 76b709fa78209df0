import type { PriceList, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import {
  formatDay,
  localMidnightMs,
  parseDay,
  quarterHourMs,
} from '@ohmstead/network-fee/calendar/local-time'
import { isWorkFreeDay } from '@ohmstead/network-fee/calendar/work-free-day'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import { milliWhPerKw, type QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import type { PricingWorld, SpotPrices } from '../pricing-world.ts'

// Worlds and energies for tests.

export const plainTerms: PriceListTerms = {
  currency: 'EUR',
  isMultiTariff: true,
  highTariff: { fromMinute: 360, toMinute: 1320, onWorkdaysOnly: true },
  hasExportPrice: false,
  buy: { kind: 'fixed', t0: null, t1: '0.1199', t2: '0.0979' },
  sell: null,
  buyFeePerKwh: '0',
  sellFeePerKwh: '0',
  monthlyFees: [],
  network: { kind: 'none' },
  taxes: { published: false, rows: [] },
}

export function makeList(terms: Partial<PriceListTerms> = {}, changes: Partial<PriceList> = {}): PriceList {
  return {
    id: 1,
    version: 1,
    name: 'Regular',
    utility: 'Supplier',
    countryCode: 'SI',
    validFrom: '2020-01-01',
    validTo: null,
    ...changes,
    terms: { ...plainTerms, ...terms },
  }
}

/** A world with its lists one after the other, each from its own first day on. */
export function makeWorld(lists: PriceList[], changes: Partial<PricingWorld> = {}): PricingWorld {
  return {
    timeZone: 'Europe/Ljubljana',
    countryCode: 'SI',
    entries: lists.map(({ id, validFrom }, place) => ({
      priceListId: id,
      validFrom,
      validTo: lists[place + 1] ? formatDay(parseDay(lists[place + 1]!.validFrom) - 1) : null,
    })),
    priceLists: Object.fromEntries(lists.map((list) => [list.id, list])),
    timePlans: {},
    networkTariffs: {},
    spot: {},
    holidays: { SI: slovenianHolidays() },
    point: null,
    exchangeRates: [],
    ...changes,
  }
}

let holidays: string[] | undefined

/** The work-free days of the network fee, so that both agree on what a working day is. */
function slovenianHolidays(): string[] {
  const first = parseDay('2020-01-01')
  holidays ??= Array.from({ length: 3650 }, (_, place) => first + place)
    .filter((day) => isWorkFreeDay(day, publishedRates))
    .map(formatDay)
  return holidays
}

export interface MadeEnergies {
  seed?: number
  peakKw?: number
  /** Share of quarter-hours that are missing. */
  gaps?: number
  estimated?: number
  zone?: string
  hasExport?: boolean
}

/** A rhythm of days with noise, from a local day to the day before another; milliwatt-hours are whole. */
export function makeEnergies(fromDay: string, toDay: string, made: MadeEnergies = {}): QuarterHourSeries {
  const { seed = 1, peakKw = 6, gaps = 0, estimated = 0, zone, hasExport = false } = made
  const random = randomSequence(seed)
  const firstStartMs = localMidnightMs(fromDay, zone)
  const count = (localMidnightMs(toDay, zone) - firstStartMs) / quarterHourMs
  const importMilliWh = new Float64Array(count)
  const exportMilliWh = hasExport ? new Float64Array(count) : null
  const isEstimated = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const kw = random() * (random() < 0.05 ? peakKw : 0.8)
    importMilliWh[i] = random() < gaps ? Number.NaN : Math.round(kw * milliWhPerKw)
    const isSunny = i % 96 > 36 && i % 96 < 64
    if (exportMilliWh) exportMilliWh[i] = isSunny ? Math.round(random() * 4 * milliWhPerKw) : 0
    isEstimated[i] = Number(random() < estimated)
  }
  return { firstStartMs, importMilliWh, exportMilliWh, isEstimated }
}

/** Market prices between −20 and 300 per MWh over a stretch of time. */
export function makeSpot(fromMs: number, toMs: number, seed = 5, gaps = 0): SpotPrices {
  const random = randomSequence(seed)
  const price = Float64Array.from({ length: Math.round((toMs - fromMs) / quarterHourMs) }, () =>
    random() < gaps ? Number.NaN : Math.round((random() * 320 - 20) * 1e5),
  )
  return {
    currency: 'EUR',
    firstStartMs: fromMs,
    price,
    sourceOf: new Uint8Array(price.length),
    sources: ['made'],
  }
}

/** A house whose owner chose low powers, so that excess is charged. */
export function housePoint(changes: Partial<MeteringPoint> = {}): MeteringPoint {
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
        fromDay: '2024-10-01',
        toDay: '2027-12-31',
        blocksKw: [3.5, 3.6, 3.7, 3.8, 4],
        minimumPowerKw: null,
        connectionPowerKw: null,
        setBy: 'user',
        isValid: true,
        enteredOn: '2024-09-22',
      },
    ],
    ...changes,
  }
}
