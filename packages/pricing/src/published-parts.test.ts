import type { PriceListTerms, TaxRow } from '@ohmstead/domain/pricing/price-list-terms'
import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { priceAt } from './price-at.ts'
import type { PricingWorld } from './pricing-world.ts'
import { housePoint, makeList, makeWorld } from './testing/made-world.ts'

// What depends on the metering point or the distributor, and not on which other lists a plan has: one kilowatt all June.

const june = { from: '2026-06-01', to: '2026-06-30' }
const count = 30 * 96
const steady = {
  firstStartMs: localMidnightMs('2026-06-01'),
  importMilliWh: new Float64Array(count).fill(250_000),
  exportMilliWh: null,
  isEstimated: new Uint8Array(count),
}
const monthOf = (terms: Partial<PriceListTerms>, changes: Partial<PricingWorld>) =>
  bill(makeWorld([makeList(terms)], changes), steady, june).months[0]!
const business = { userGroup: 1 as const, isHousehold: false }

test('levies are known where the rates of the network are missing, if the list is about the supplier', () => {
  const world = { point: housePoint(business) }
  const taxes = { published: true, rows: [] }
  const known = monthOf({ taxes }, world)
  expect(known.missing).toEqual([])
  expect(
    known.lines.filter(({ part }) => part === 'levies').map(({ name, amount }) => [name, amount]),
  ).toEqual([
    ['marketOperator', '0.09'],
    ['energyEfficiency', '0.58'],
    ['excise', '1.10'],
    // 3.6 kW of block 2 × 2.45255
    ['support', '8.83'],
  ])
  const unknown = monthOf({ taxes, network: { kind: 'published' } }, world)
  expect(unknown).toMatchObject({
    missing: [{ kind: 'noTariff', networkTariffId: null }],
    totals: { payable: null },
  })
})

test('levies that are missing make a bill unknown only if it has levies', () => {
  // What a business of unknown connection pays for renewable sources is unknown, its network fee is not.
  const point = housePoint({ isHousehold: false, connectionPowerKw: null, fuseAmpere: null })
  const network = { kind: 'published' } as const
  expect(monthOf({ network }, { point }).missing).toEqual([])
  expect(monthOf({ network, taxes: { published: true, rows: [] } }, { point }).missing).toEqual([
    { kind: 'noTariff', networkTariffId: null },
  ])
})

test('a tax by the kW goes by the agreed power of the point, whatever else the plan has', () => {
  const row: TaxRow = {
    ...{ name: 'Support', kind: 'per_kw_month', rate: '2' },
    ...{ validFrom: '2020-01-01', validTo: null },
  }
  const own = makeList({ taxes: { published: false, rows: [row] } })
  const later = makeList({ network: { kind: 'published' } }, { id: 2, validFrom: '2026-07-01' })
  for (const lists of [[own], [own, later]]) {
    const [month] = bill(makeWorld(lists, { point: housePoint() }), steady, june).months
    expect(month!.lines.find(({ name }) => name === 'Support')).toMatchObject({
      quantity: { amount: '4', unit: 'kW' },
      amount: '8.00',
    })
  }
})

test('a month is split where the rate changes at which its network fee or its market is converted', () => {
  const rate = { source: 'Bank', from: 'EUR' as const, to: 'SEK' as const }
  const exchangeRates = [
    { ...rate, day: '2026-01-01', rate: '10' },
    { ...rate, day: '2026-06-16', rate: '12' },
    { source: 'Bank', from: 'SEK' as const, to: 'EUR' as const, day: '2026-01-01', rate: '0.1' },
  ]
  const fee = monthOf(
    { currency: 'SEK', network: { kind: 'published' } },
    { exchangeRates, point: housePoint() },
  ).lines.filter(({ part, name }) => part === 'networkEnergy' && name === 'block2')
  expect(fee.map(({ unitPrice }) => Number(unitPrice) / Number(fee[0]!.unitPrice))).toEqual([1, 1.2])
  const market = {
    ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0' },
    ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
  }
  const prices = { firstStartMs: steady.firstStartMs, price: new Float64Array(count).fill(100e5) }
  const spot = {
    SI: { ...prices, currency: 'EUR' as const, sourceOf: new Uint8Array(count), sources: ['a'] },
  }
  const world = makeWorld([makeList({ currency: 'SEK', buy: market })], { spot, exchangeRates })
  // 360 kWh at 0.1 × 10 × 0.1, and 360 at 0.1 × 12 × 0.1.
  const inEuro = bill(world, steady, { ...june, currency: 'EUR' })
  expect(inEuro.totals.net).toBe('79.20')
  expect(inEuro.exchanges).toEqual([exchangeRates[0], exchangeRates[2], exchangeRates[1]])
})

test('who uses more than 10,000 MWh a year pays the excise duty of large consumers', () => {
  const exciseOf = (milliWh: number) => {
    const importMilliWh = new Float64Array(count).fill(milliWh)
    const list = makeList({ taxes: { published: true, rows: [] } })
    const { months } = bill(makeWorld([list], { point: housePoint() }), { ...steady, importMilliWh }, june)
    return Number(months[0]!.lines.find(({ name }) => name === 'excise')!.unitPrice)
  }
  expect(exciseOf(290_000_000)).toBeLessThan(exciseOf(280_000_000))
})

test("a distributor's tiers run on where the supplier's list changes within the month", () => {
  const plan: TimePlan = {
    ...{ id: 3, title: 'Grid', color: '#000000', countryCode: null, holidayWeekday: null },
    blocks: [
      {
        ...{ id: 1, title: 'All day', color: '#000000', type: 'PRICING_NETWORK', value: '0.1' },
        tiers: [{ aboveKwh: 300, value: '0.3' }],
      },
    ],
    seasons: [{ id: 1, title: 'Year', validFrom: '2020-01-01', repeatsYearly: false }],
    slots: ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
      ...{ id: weekday, seasonId: 1, blockId: 1, weekday, fromMinute: 0, toMinute: 1440 },
    })),
  }
  const energy = { kind: 'time_of_use' as const, timePlanId: 3, prices: [], substitute: null }
  const terms = { network: { kind: 'tariff' as const, networkTariffId: 1 } }
  const world = makeWorld([makeList(terms), makeList(terms, { id: 2, validFrom: '2026-06-11' })], {
    timePlans: { 3: plan },
    networkTariffs: {
      1: {
        ...{ id: 1, name: 'Tariff', countryCode: 'SI', operator: 'Grid', currency: 'EUR' },
        periods: [
          {
            ...{ validFrom: '2020-01-01', validTo: null, source: 'Regulator' },
            prices: { energy, power: null, monthlyFee: null },
          },
        ],
      },
    },
  })
  const lines = bill(world, steady, june).months[0]!.lines.filter(({ part }) => part === 'networkEnergy')
  expect(lines.map(({ quantity, unitPrice }) => [quantity?.amount, unitPrice])).toEqual([
    ['300', '0.1'],
    ['420', '0.3'],
  ])
  // So does the price of an instant: 300 kWh are reached half a day after the lists have changed.
  const rateOn = (day: string) =>
    priceAt(world, localMidnightMs(day), steady).import.components.find(
      ({ part }) => part === 'networkEnergy',
    )?.rate
  expect(['2026-06-12', '2026-06-14'].map(rateOn)).toEqual(['0.1', '0.3'])
})

test('a levy on power that is unknown is shown as unknown beside the price', () => {
  const taxes = { published: true, rows: [] }
  const supportAt = (changes: Parameters<typeof housePoint>[0]) =>
    priceAt(
      makeWorld([makeList({ taxes })], { point: housePoint(changes) }),
      steady.firstStartMs,
    ).import.components.find(({ name }) => name === 'support')
  expect(supportAt({})).toMatchObject({ rate: '0.77562', unit: '/kW/month' })
  expect(supportAt({ isHousehold: false, userGroup: 4 })).toMatchObject({
    rate: null,
    missing: { kind: 'noTariff' },
  })
})

test('the first weekend of a month is known although the powers of the month are measured later', () => {
  const world = makeWorld(
    [makeList({ network: { kind: 'published' }, taxes: { published: true, rows: [] } })],
    {
      point: housePoint({ agreedPowers: [] }),
    },
  )
  // 1 August 2026 is a Saturday; block 2 occurs on Monday.
  const read = (days: number) => ({
    ...steady,
    firstStartMs: localMidnightMs('2026-08-01'),
    importMilliWh: steady.importMilliWh.slice(0, days * 96),
  })
  const weekend = { from: '2026-08-01', to: '2026-08-02' }
  const soFar = bill(world, read(2), weekend)
  expect(soFar.months[0]!.missing).toEqual([])
  expect(soFar.exact).toEqual(bill(world, read(30), weekend).exact)
  // Once the block has come and was not read, its power is unknown.
  const gap = read(4)
  gap.importMilliWh.fill(Number.NaN, 2 * 96 + 20, 3 * 96)
  gap.importMilliWh.fill(Number.NaN, 3 * 96 + 20, 4 * 96 - 8)
  expect(bill(world, gap, { ...weekend, to: '2026-08-04' }).months[0]!.missing).toEqual([
    { kind: 'noAgreedPower' },
  ])
})
