import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { costSeries } from './cost-series.ts'
import { priceAt } from './price-at.ts'
import type { PricingWorld } from './pricing-world.ts'
import { makeBlock, makePlan } from './testing/made-time-plan.ts'
import { housePoint, makeList, makeWorld } from './testing/made-world.ts'
import { sumTexts } from './testing/sum-texts.ts'

// What a bill decides at its corners: one kilowatt all June 2026, 720 kWh.

const june = { from: '2026-06-01', to: '2026-06-30' }
const firstHalf = { from: '2026-06-01', to: '2026-06-15' }
const count = 30 * 96
const firstStartMs = localMidnightMs('2026-06-01')
const rowOf = (milliWh: (place: number) => number) =>
  Float64Array.from({ length: count }, (_, place) => milliWh(place))
const read = (importMilliWh: Float64Array): QuarterHourSeries => ({
  ...{ firstStartMs, importMilliWh, exportMilliWh: null, isEstimated: new Uint8Array(count) },
})
const steady = read(rowOf(() => 250_000))
const both: Partial<PriceListTerms> = { network: { kind: 'published' }, taxes: { published: true, rows: [] } }
const monthOf = (
  terms: Partial<PriceListTerms>,
  changes: Partial<PricingWorld> = {},
  { energies = steady, period = june } = {},
) => bill(makeWorld([makeList(terms)], changes), energies, period).months[0]!

const spotOf = (price: (place: number) => number) => ({
  SI: {
    ...{ currency: 'EUR' as const, firstStartMs, sources: ['a'], sourceOf: new Uint8Array(count) },
    price: rowOf((place) => Math.round(price(place) * 1e8)),
  },
})
const market = {
  ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0' },
  ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
}

test('energy at the floor or at the cap of its hour is in the quantity of the line, too', () => {
  const buy = { ...market, floor: '0.1', hourlyCap: '0.3' }
  // A third of the hours each below the floor, between the two, and above the cap.
  const spot = spotOf((place) => [-0.05, 0.2, 0.9][Math.floor(place / 4) % 3]!)
  expect(monthOf({ buy }, { spot }).lines[0]).toMatchObject({
    quantity: { amount: '720', unit: 'kWh' },
    ...{ unitPrice: '0.2', amount: '144.00' },
  })
})

test('a month whose mean market price is exactly the cap is not above it', () => {
  const buy = { ...market, floor: '0.05', monthlyCap: '0.1' }
  const amountAt = (dearest: number) =>
    monthOf({ buy }, { spot: spotOf((place) => (place % 2 === 0 ? 0 : dearest)) }).lines[0]!.amount
  // Half of the energy at the floor, half at 0.2; above the cap all of it at 0.1.
  expect([amountAt(0.2), amountAt(0.2001)]).toEqual(['90.00', '72.00'])
})

test('hours that a time-of-use plan leaves out make a bill unknown, however many others it prices', () => {
  const plan = makePlan({
    id: 3,
    seasons: [{ id: 1, title: 'All', validFrom: '2020-01-01', repeatsYearly: true }],
    blocks: [{ ...makeBlock(1), value: '0.1' }],
    slots: ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
      ...{
        id: weekday,
        seasonId: 1,
        blockId: 1,
        weekday,
        fromMinute: 0,
        toMinute: weekday === 7 ? 1425 : 1440,
      },
    })),
  })
  const buy = { kind: 'time_of_use' as const, timePlanId: 3, prices: [], substitute: null }
  const month = monthOf({ buy }, { timePlans: { 3: plan } })
  expect(month).toMatchObject({ missing: [{ kind: 'noSlot', timePlanId: 3 }], totals: { payable: null } })
})

test('power that is agreed nowhere is the connection power of the point', () => {
  const power = { basis: 'agreed' as const, perKwMonth: '2', agreedKw: null, peaks: 1 }
  const network = { kind: 'entered' as const, energy: null, power, monthlyFee: null }
  const line = monthOf({ network }, { point: housePoint({ agreedPowers: null }) }).lines.find(
    ({ part }) => part === 'networkPower',
  )
  expect(line).toMatchObject({ quantity: { amount: '17', unit: 'kW' }, amount: '34.00' })
})

test('a list about the network alone has no levies, and one about taxes alone no network fee', () => {
  const partsOf = (terms: Partial<PriceListTerms>) => [
    ...new Set(monthOf(terms, { point: housePoint() }).lines.map(({ part }) => part)),
  ]
  expect(partsOf({ network: both.network! })).toEqual([
    ...['energy', 'networkEnergy', 'networkPower', 'excessPower'],
  ])
  expect(partsOf({ taxes: both.taxes! })).toEqual(['energy', 'levies', 'vat'])
})

test('a month that nobody read lacks readings, and nothing that would follow from them', () => {
  const energies = read(rowOf(() => Number.NaN))
  for (const agreedPowers of [housePoint().agreedPowers, []])
    expect(monthOf(both, { point: housePoint({ agreedPowers }) }, { energies }).missing).toEqual([
      { kind: 'noReadings' },
    ])
})

test('powers that were agreed for other months only are unknown in this one, also on its first weekend', () => {
  const [entry] = housePoint().agreedPowers!
  const point = housePoint({ agreedPowers: [{ ...entry!, toDay: '2026-07-31' }] })
  const energies = {
    ...steady,
    firstStartMs: localMidnightMs('2026-08-01'),
    importMilliWh: rowOf(() => 250_000).slice(0, 192),
  }
  const weekend = { from: '2026-08-01', to: '2026-08-02' }
  expect(monthOf(both, { point }, { energies, period: weekend }).missing).toEqual([{ kind: 'noAgreedPower' }])
})

test.each([
  ['excess over agreed powers', housePoint()],
  ['the highest powers, where none are agreed', housePoint({ agreedPowers: [] })],
])('what nothing is added to later has grown to its end in the middle of the month: %s', (_, point) => {
  // More than is agreed, until the middle of the month; in the evening most.
  const energies = read(rowOf((place) => (place < count / 2 ? 901_000 + (place % 96) * 5_000 : 0)))
  const linesIn = (period: typeof june) =>
    monthOf(both, { point }, { energies, period })
      .lines.filter(({ part, name, quantity }) =>
        point.agreedPowers!.length > 0
          ? part === 'excessPower'
          : quantity?.unit === 'kW' && (part === 'networkPower' || name === 'support'),
      )
      .map(({ name, exact }) => [name, exact])
  const whole = linesIn(june)
  expect(whole.length).toBeGreaterThan(1)
  expect(linesIn(firstHalf)).toEqual(whole)
})

test('a tax by the kilowatt on the highest power so far adds up, however the month is cut', () => {
  const taxes = {
    published: false,
    rows: [{ name: 'T', kind: 'per_kw_month' as const, rate: '0.7', validFrom: '2020-01-01', validTo: null }],
  }
  const world = makeWorld([makeList({ ...both, taxes })], { point: housePoint({ agreedPowers: [] }) })
  const edges = Array.from({ length: 11 }, (_, place) => firstStartMs + place * 3 * 86_400_000)
  const { buckets } = costSeries(world, steady, edges)
  const { exact } = bill(world, steady, june)
  expect(sumTexts(buckets.map(({ importCost }) => importCost!.text))).toBe(exact.payable)
})

test('the tax of a month is that of its first day, as the published rate of the country has it', () => {
  const [rate] = publishedRates.vat.filter(
    ({ from, to }) => from <= '2026-06-01' && (to ?? '9') >= '2026-06-30',
  )
  const rates = {
    ...publishedRates,
    vat: [
      { ...rate!, to: '2026-06-10' },
      { ...rate!, id: 'later', from: '2026-06-11', rate: 0.05 },
    ],
  }
  const list = { taxes: { published: true, rows: [] } }
  // The list changes in the middle of the month: both parts of it have the tax of the month.
  const lists = [makeList(list), makeList(list, { id: 2, validFrom: '2026-06-16' })]
  const [month] = bill(makeWorld(lists, { point: housePoint(), rates }), steady, june).months
  expect(month!.lines.filter(({ part }) => part === 'vat').map(({ unitPrice }) => unitPrice)).toEqual([
    '0.22',
  ])
})

test('a part of a month names the exchange rates of its own days only', () => {
  const rate = { from: 'EUR' as const, to: 'SEK' as const, source: 'Bank' }
  const exchangeRates = [
    { ...rate, day: '2026-05-31', rate: '11' },
    { ...rate, day: '2026-06-16', rate: '12' },
  ]
  const world = makeWorld([makeList({ ...both, currency: 'SEK' })], { point: housePoint(), exchangeRates })
  expect(bill(world, steady, { from: '2026-06-16', to: '2026-06-30' }).exchanges).toEqual(
    exchangeRates.slice(1),
  )
})

test('quarter-hours in which nothing was taken count towards the class of very large consumers', () => {
  // Half of the time far above what makes one, half of it nothing.
  const exciseOf = (milliWh: number) => {
    const energies = read(rowOf((place) => (place % 2 === 0 ? milliWh : 0)))
    const { lines } = monthOf({ taxes: both.taxes! }, { point: housePoint() }, { energies })
    return Number(lines.find(({ name }) => name === 'excise')!.unitPrice)
  }
  expect(exciseOf(300_000_000)).toBe(exciseOf(100_000_000))
  expect(exciseOf(600_000_000)).toBeLessThan(exciseOf(300_000_000))
})

test('a bill ends with the last quarter-hour that has passed; one of days to come is whole', () => {
  const world = makeWorld([makeList()])
  const lastDay = (untilMs: number) => bill(world, steady, { ...june, untilMs }).to
  expect(lastDay(firstStartMs + 900_000)).toBe('2026-06-01')
  expect([lastDay(firstStartMs), lastDay(firstStartMs - 1)]).toEqual(['2026-06-30', '2026-06-30'])
})

test('a block priced by the list without tiers has none, whatever the plan proposes', () => {
  const plan = makePlan({
    id: 3,
    seasons: [{ id: 1, title: 'All', validFrom: '2020-01-01', repeatsYearly: true }],
    blocks: [{ ...makeBlock(1), value: '0.1', tiers: [{ aboveKwh: 100, value: '0.5' }] }],
    slots: ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
      ...{ id: weekday, seasonId: 1, blockId: 1, weekday, fromMinute: 0, toMinute: 1440 },
    })),
  })
  const amountWith = (prices: { blockId: number; price: string; tiers: [] }[]) =>
    monthOf(
      { buy: { kind: 'time_of_use', timePlanId: 3, prices, substitute: null } },
      { timePlans: { 3: plan } },
    ).totals.net
  expect(amountWith([{ blockId: 1, price: '0.2', tiers: [] }])).toBe('144.00')
  // 100 kWh at 0.1 and 620 kWh at 0.5.
  expect(amountWith([])).toBe('320.00')
})

test('working days of a list are those of its own country', () => {
  const list = makeList({}, { countryCode: 'HR' })
  const world = makeWorld([list], { holidays: { SI: [], HR: ['2026-06-04', '2026-06-22'] } })
  // 22 working days without the two, of 16 hours each.
  expect(bill(world, steady, june).months[0]!.lines[0]).toMatchObject({
    ...{ name: 't1', quantity: { amount: '320', unit: 'kWh' } },
  })
})

test('a price of a tariff holds until further notice where its period has no end, however long the list is valid', () => {
  const energy = { kind: 'fixed' as const, t0: '0.02', t1: null, t2: null }
  const period = { validFrom: '2026-01-01', source: 'R', prices: { energy, power: null, monthlyFee: null } }
  const validToUnder = (validTo: string | null) => {
    const tariff = { id: 1, name: 'N', countryCode: 'SI', operator: 'O', currency: 'EUR' as const }
    const list = makeList({ network: { kind: 'tariff', networkTariffId: 1 } }, { validTo: '2026-12-31' })
    const world = makeWorld([list], {
      networkTariffs: { 1: { ...tariff, periods: [{ ...period, validTo }] } },
    })
    return priceAt(world, firstStartMs).import.components.find(({ part }) => part === 'networkEnergy')
      ?.validTo
  }
  expect([validToUnder(null), validToUnder('2026-06-30')]).toEqual([null, '2026-06-30'])
})
