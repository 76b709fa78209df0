import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { costSeries } from './cost-series.ts'
import { priceAt } from './price-at.ts'
import { priceSeries } from './price-series.ts'
import { anyWorld } from './testing/any-world.ts'
import { makeEnergies } from './testing/made-world.ts'
import { sumTexts } from './testing/sum-texts.ts'

// What holds in every world: any zone, currency, kind of price, with changes within the month.

const lastDayOf = (month: string) => Temporal.PlainYearMonth.from(month).daysInMonth
const dayOf = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`
const nextMonth = (month: string) => Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
const energiesOf = (month: string, zone: string, seed: number) =>
  makeEnergies(`${month}-01`, `${nextMonth(month)}-01`, { zone, seed, hasExport: true, gaps: 0.01 })

test('the parts of a month add up to it, cut anywhere', () => {
  fc.assert(
    fc.property(
      anyWorld,
      fc.uniqueArray(fc.integer({ min: 2, max: 28 }), { maxLength: 4 }),
      ({ world, month, zone }, cuts) => {
        const energies = energiesOf(month, zone, cuts.length + 1)
        const last = lastDayOf(month)
        const starts = [1, ...cuts.sort((a, b) => a - b), last + 1]
        const partOf = (from: number, to: number) =>
          bill(world, energies, { from: dayOf(month, from), to: dayOf(month, to - 1) })
        const whole = partOf(1, last + 1)
        const parts = starts.slice(1).map((to, place) => partOf(starts[place]!, to))
        for (const sum of ['net', 'vat', 'feedIn', 'payable'] as const)
          expect(sumTexts(parts.map(({ exact }) => exact[sum]))).toBe(whole.exact[sum])
        const fromMs = localMidnightMs(dayOf(month, 1), zone)
        const toMs = localMidnightMs(`${nextMonth(month)}-01`, zone)
        const edges = [fromMs, fromMs + 7 * quarterHourMs, fromMs + 1001 * quarterHourMs, toMs]
        const { buckets } = costSeries(world, energies, edges)
        expect(sumTexts(buckets.map(({ importCost }) => importCost?.text))).toBe(
          sumTexts([whole.exact.net, whole.exact.vat]),
        )
        expect(sumTexts(buckets.map(({ exportRevenue }) => exportRevenue?.text))).toBe(whole.exact.feedIn)
      },
    ),
    { numRuns: 60 },
  )
})

test('components add up to the price of every instant, and a series draws it', () => {
  fc.assert(
    fc.property(anyWorld, fc.integer({ min: 0, max: 2600 }), ({ world, month, zone }, place) => {
      const fromMs = localMidnightMs(`${month}-01`, zone)
      const atMs = fromMs + place * quarterHourMs
      const price = priceAt(world, atMs)
      for (const { components, total } of [price.import, price.export]) {
        const perKwh = components.filter(({ unit }) => unit === '/kWh').map(({ rate }) => rate)
        expect(sumTexts(perKwh)).toBe(total)
      }
      const series = priceSeries(world, fromMs, atMs + quarterHourMs)
      expect(series.importPrice.at(-1)).toBeCloseTo(Number(price.import.total), 12)
      expect(series.exportPrice.at(-1)).toBeCloseTo(Number(price.export.total), 12)
      expect(series.importPrice.every(Number.isFinite)).toBe(true)
    }),
    { numRuns: 80 },
  )
})

test('what costs the same whenever it is taken is billed at the price of the instant', () => {
  fc.assert(
    fc.property(anyWorld, fc.integer({ min: 0, max: 2600 }), ({ world, month, zone }, place) => {
      const fromMs = localMidnightMs(`${month}-01`, zone)
      const [atMs, empty] = [fromMs + place * quarterHourMs, energiesOf(month, zone, 1)]
      empty.importMilliWh.fill(0)
      empty.exportMilliWh!.fill(0)
      const one = { ...empty, importMilliWh: empty.importMilliWh.slice() }
      one.importMilliWh[place] = 1_000_000
      const costOf = (energies: typeof empty) =>
        costSeries(world, energies, [atMs, atMs + quarterHourMs]).buckets[0]!.parts
      const parts = costOf(one)
      const { components } = priceAt(world, atMs).import
      const energy = components.filter(({ part }) => part === 'energy' || part === 'networkEnergy')
      const billed = [parts.energy?.text ?? '0', parts.networkEnergy?.text ?? '0']
      const { buy } = world.priceLists[1]!.terms
      const second = world.priceLists[2]?.terms.buy
      // The cap of a month sees only this kilowatt-hour.
      if ([buy, second].some((price) => price?.kind === 'spot_market' && price.monthlyCap !== null)) return
      expect(sumTexts(billed)).toBe(sumTexts(energy.map(({ rate }) => rate)))
    }),
    { numRuns: 80 },
  )
})

test('whatever readings and market prices are, no figure is beyond numbers', () => {
  const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -5, 0.4, 2 ** 60, 0, 250_000, 1e12)
  fc.assert(
    fc.property(
      anyWorld,
      fc.array(odd, { minLength: 1, maxLength: 300 }),
      ({ world, month, zone }, values) => {
        const energies = energiesOf(month, zone, 2)
        energies.importMilliWh.set(values)
        energies.exportMilliWh!.set(values, 50)
        const price = world.spot.SI!.price.slice()
        price.set(values, price.length / 2)
        const made = { ...world, spot: { SI: { ...world.spot.SI!, price } } }
        const result = bill(made, energies, { from: `${month}-01`, to: dayOf(month, lastDayOf(month)) })
        expect(JSON.stringify(result)).not.toMatch(/NaN|Infinity/)
        for (const { exact, amount } of result.months.flatMap(({ lines }) => lines))
          expect([exact, amount].every((text) => /^-?\d+(\.\d+)?$/.test(text))).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})
