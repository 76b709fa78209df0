import { type DecimalText, parseExact, toNumber } from '@ohmstead/domain/money/exact'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { describe, expect, test } from 'vitest'
import { bill } from './bill.ts'
import { forecastMonth } from './forecast-month.ts'
import type { PricingWorld, SpotPrices } from './pricing-world.ts'
import { makeList, makeWorld } from './testing/made-world.ts'
import {
  dynamic,
  firstOfNext,
  knownAt,
  lastDayOf,
  plusDays,
  publishedUntil,
  stationaryHome,
} from './testing/stationary-home.ts'

const number = (text: DecimalText) => toNumber(parseExact(text))

describe('calibration', () => {
  const months = ['2026-03', '2026-04', '2026-05', '2026-06']
  const tryHomes = (length: number, change: (energies: QuarterHourSeries, seed: number) => void) => {
    const homes = Array.from({ length }, (_, seed) => {
      const month = months[seed % months.length]!
      const today = plusDays(`${month}-01`, (seed * 7) % 24)
      const { energies, world } = stationaryHome(7919 * seed + 13, plusDays(today, -56), firstOfNext(month))
      change(energies, seed)
      const nowMs = localMidnightMs(today) + 13 * 3_600_000
      const known = knownAt(energies, 0, nowMs)
      const found = forecastMonth(publishedUntil(world, today), known, { nowMs, history: [known], seed })
      const actual = bill(world, energies, { from: `${month}-01`, to: lastDayOf(month) }).totals
      return { ...found.whole!.payable, actual: number(actual.payable!) }
    })
    const share = (is: (home: (typeof homes)[number]) => boolean) => homes.filter(is).length / homes.length
    return {
      inside: share(({ low, high, actual }) => actual >= number(low) && actual <= number(high)),
      below: share(({ middle, actual }) => actual < number(middle)),
    }
  }

  test('the range holds about four months of five, and the middle is as often too low as too high', () => {
    const { inside, below } = tryHomes(120, () => {})
    expect(inside).toBeGreaterThan(0.7)
    expect(inside).toBeLessThan(0.93)
    expect(Math.abs(below - 0.5)).toBeLessThan(0.15)
  })

  test('and so it does where use and sun go with the seasons', () => {
    const { inside, below } = tryHomes(64, ({ importMilliWh, exportMilliWh }, seed) => {
      const daysPerYear = 365
      importMilliWh.forEach((_, place) => {
        const angle = (2 * Math.PI * (place / 96 + (seed * daysPerYear) / 8)) / daysPerYear
        importMilliWh[place] = Math.round(importMilliWh[place]! * (1 + 0.45 * Math.sin(angle)))
        exportMilliWh![place] = Math.round(exportMilliWh![place]! * (1 - 0.6 * Math.sin(angle)))
      })
    })
    expect(inside).toBeGreaterThan(0.7)
    expect(Math.abs(below - 0.5)).toBeLessThan(0.15)
  })
})

describe('what is drawn', () => {
  const nowMs = localMidnightMs('2026-04-16')
  const firstDay = '2026-02-20'

  /** Two kinds of days in turn: one that uses much while the market is cheap, and one that uses nothing while it is dear. */
  function alternatingHome(): { energies: QuarterHourSeries; world: PricingWorld } {
    const made = stationaryHome(1, firstDay, '2026-05-01')
    const { importMilliWh } = made.energies
    const { SI } = made.world.spot as { SI: SpotPrices }
    importMilliWh.forEach((_, place) => {
      const uses = Math.floor(place / 96) % 2 === 0
      importMilliWh[place] = uses ? 250_000 : 0
      SI.price[place] = uses ? 1_000_000 : 50_000_000
    })
    const terms = { ...dynamic, network: { kind: 'none' as const }, hasExportPrice: false, sell: null }
    return {
      energies: { ...made.energies, exportMilliWh: null },
      world: {
        ...made.world,
        ...makeWorld([makeList({ ...terms, taxes: { published: false, rows: [] } })]),
        spot: { SI },
      },
    }
  }

  test('is the energy of a day together with its market prices', () => {
    const { energies, world } = alternatingHome()
    const known = knownAt(energies, 0, nowMs)
    const found = forecastMonth(publishedUntil(world, '2026-04-15'), known, {
      nowMs,
      history: [known],
      seed: 3,
    })
    // 24 kWh at the price of cheap days on each of the 15 days to come, and of dear days nothing.
    const most = number(found.soFar!.totals.payable!) + 15 * 24 * (0.01 * 1.05 + 0.012)
    expect(number(found.whole!.payable.high)).toBeLessThanOrEqual(most + 0.01)
  })

  test('is never a market price that is published', () => {
    const { energies, world } = stationaryHome(5, firstDay, '2026-05-01')
    energies.importMilliWh.fill(100_000)
    energies.exportMilliWh!.fill(0)
    const known = knownAt(energies, 0, nowMs)
    const found = forecastMonth(world, known, { nowMs, history: [known], seed: 1 })
    const { payable } = bill(world, energies, { from: '2026-04-01', to: '2026-04-30' }).totals
    expect(found.whole!.payable).toEqual({ low: payable, middle: payable, high: payable })
  })

  test('is feed-in too in the first quarter-hours of a month, when none of it was read yet', () => {
    const { energies, world } = stationaryHome(9, firstDay, '2026-05-01')
    const first = localMidnightMs('2026-04-01')
    const found = forecastMonth(world, knownAt(energies, first, first), {
      ...{ nowMs: first, seed: 1 },
      history: [knownAt(energies, 0, first)],
    })
    expect(found.soFar).toBeNull()
    expect(number(found.whole!.feedIn.low)).toBeGreaterThan(0)
  })

  test('stands in for readings that are missing, and they are counted', () => {
    const { energies, world } = stationaryHome(6, firstDay, '2026-05-01')
    const known = knownAt(energies, 0, nowMs)
    const ask = (row: QuarterHourSeries) => forecastMonth(world, row, { nowMs, history: [row], seed: 1 })
    const holed = { ...known, importMilliWh: known.importMilliWh.slice() }
    const from = (localMidnightMs('2026-04-03') - known.firstStartMs) / quarterHourMs
    holed.importMilliWh.fill(Number.NaN, from, from + 5 * 96)
    const [whole, part] = [ask(known), ask(holed)]
    expect(whole.basis).toMatchObject({
      unreadQuarterHours: 0,
      drawnDays: 15,
      recentDays: 55,
      lastYearDays: 0,
    })
    expect(part.basis).toMatchObject({ unreadQuarterHours: 480, drawnDays: 20, recentDays: 50 })
    expect(part.soFar!.quality).toMatchObject({ missing: 480, isProvisional: true })
    expect(number(part.soFar!.totals.payable!)).toBeLessThan(number(whole.soFar!.totals.payable!))
    // Five days that nobody read are no saving.
    expect(number(part.whole!.payable.high)).toBeGreaterThan(number(whole.whole!.payable.middle))
  })

  test("comes from last year's same month as well", () => {
    const { energies, world } = stationaryHome(7, firstDay, '2026-05-01')
    const before = stationaryHome(8, '2025-04-01', '2025-05-01')
    const known = knownAt(energies, 0, nowMs)
    const { SI } = world.spot as { SI: SpotPrices }
    const count = (SI.firstStartMs - before.energies.firstStartMs) / quarterHourMs
    const price = new Float64Array(count + SI.price.length).fill(Number.NaN)
    price.set((before.world.spot as { SI: SpotPrices }).SI.price)
    price.set(SI.price, count)
    const spot = {
      SI: {
        ...SI,
        firstStartMs: before.energies.firstStartMs,
        price,
        sourceOf: new Uint8Array(price.length),
      },
    }
    const history = [known, before.energies]
    expect(forecastMonth({ ...world, spot }, known, { nowMs, history, seed: 1 }).basis).toMatchObject({
      recentDays: 55,
      lastYearDays: 30,
    })
    // Without their market prices those days say nothing.
    expect(forecastMonth(world, known, { nowMs, history, seed: 1 }).basis.lastYearDays).toBe(0)
  })
})

describe('no forecast', () => {
  test('from too few days, with the kind that is missing', () => {
    const { energies, world } = stationaryHome(2, '2026-04-10', '2026-05-01')
    const nowMs = localMidnightMs('2026-04-16')
    const known = knownAt(energies, 0, nowMs)
    const found = forecastMonth(world, known, { nowMs, history: [known], seed: 1 })
    expect(found).toMatchObject({
      whole: null,
      payables: [],
      none: { reason: 'tooFewDays', known: 4, needed: 5 },
    })
    expect(found.soFar).not.toBeNull()
  })

  test('where a market price that has passed is unknown: it is not drawn', () => {
    const { energies, world } = stationaryHome(3, '2026-02-20', '2026-05-01')
    const nowMs = localMidnightMs('2026-04-16')
    const known = knownAt(energies, 0, nowMs)
    const { SI } = world.spot as { SI: SpotPrices }
    const gap = (localMidnightMs('2026-04-10') - SI.firstStartMs) / quarterHourMs
    const spot = { SI: { ...SI, price: SI.price.slice().fill(Number.NaN, gap, gap + 8) } }
    const found = forecastMonth({ ...world, spot }, known, { nowMs, history: [known], seed: 1 })
    expect(found).toMatchObject({
      whole: null,
      none: { reason: 'unknownPrices', missing: [{ kind: 'noSpotPrice' }] },
    })
  })

  test('where a price is unknown, with the reason', () => {
    const { energies, world } = stationaryHome(3, '2026-02-20', '2026-05-01')
    const nowMs = localMidnightMs('2026-04-16')
    const known = knownAt(energies, 0, nowMs)
    const entries = [{ ...world.entries[0]!, validTo: '2026-04-20' }]
    const found = forecastMonth({ ...world, entries }, known, { nowMs, history: [known], seed: 1 })
    expect(found).toMatchObject({
      whole: null,
      none: { reason: 'unknownPrices', missing: [{ kind: 'noPriceList' }] },
    })
  })
})
