import {
  addExact,
  divideExact,
  formatExact,
  multiplyExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import {
  formatDay,
  localMidnightMs,
  parseDay,
  quarterHourMs,
} from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { costSeries } from './cost-series.ts'
import { priceAt } from './price-at.ts'
import { housePoint, makeEnergies, makeList, makeSpot, makeWorld } from './testing/made-world.ts'
import { sumTexts } from './testing/sum-texts.ts'

// March has the change of clocks in spring and another network tariff, and the list changes within it.
const [first, last] = ['2026-02-01', '2026-04-30']
const energies = makeEnergies(first, '2026-05-01', { hasExport: true, gaps: 0.02 })
const spot = {
  kind: 'spot_market',
  region: 'SI',
  factor: '1.03',
  markup: '0.01199',
  floor: '0.005',
  hourlyCap: '0.22',
  monthlyCap: '0.14',
  substitute: null,
} as const
const world = makeWorld(
  [
    makeList({
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
      monthlyFees: [{ name: 'Account', amount: '1.99' }],
      hasExportPrice: true,
      sell: { kind: 'fixed', t0: '0.0539', t1: null, t2: null },
    }),
    makeList(
      {
        buy: spot,
        sell: { ...spot, factor: '1', markup: '-0.012', monthlyCap: null },
        hasExportPrice: true,
        sellFeePerKwh: '0.001',
        buyFeePerKwh: '0.002',
        network: {
          kind: 'entered',
          energy: { kind: 'fixed', t0: null, t1: '0.04', t2: '0.03' },
          power: { basis: 'monthly_peak', perKwMonth: '2.5', agreedKw: null, peaks: 3 },
          monthlyFee: '1.11',
        },
        taxes: {
          published: false,
          rows: [
            { name: 'VAT', kind: 'vat', rate: '22', validFrom: '2020-01-01', validTo: '2026-04-10' },
            { name: 'VAT', kind: 'vat', rate: '9.5', validFrom: '2026-04-11', validTo: null },
            { name: 'Levy', kind: 'per_kwh', rate: '0.0013', validFrom: '2026-03-20', validTo: null },
            { name: 'Support', kind: 'per_kw_month', rate: '0.7', validFrom: '2020-01-01', validTo: null },
          ],
        },
      },
      { id: 2, validFrom: '2026-03-15' },
    ),
  ],
  {
    point: housePoint(),
    spot: { SI: makeSpot(localMidnightMs('2026-01-01'), localMidnightMs('2026-06-01')) },
  },
)
const operatorPoint = housePoint({
  agreedPowers: housePoint().agreedPowers!.map((entry) => ({ ...entry, setBy: 'operator' as const })),
})
const startMs = localMidnightMs(first)
const quarters = (localMidnightMs('2026-05-01') - startMs) / quarterHourMs
const whole = bill(world, energies, { from: first, to: last })

test('the made bill knows everything that it is made of', () => {
  expect(whole.months.flatMap(({ missing }) => missing)).toEqual([])
  expect(new Set(whole.months.flatMap(({ lines }) => lines.map(({ part }) => part)))).toEqual(
    new Set(['energy', 'networkEnergy', 'networkPower', 'excessPower', 'fees', 'levies', 'vat', 'feedIn']),
  )
})

test.each([
  ['agreed powers', world],
  ['the maximum of each month', { ...world, point: housePoint({ agreedPowers: [] }) }],
  ["the operator's powers", { ...world, point: operatorPoint }],
])('the bill of a period is the sum of its parts, however it is cut: %s', (_, world) => {
  const whole = bill(world, energies, { from: first, to: last })
  const days = parseDay(last) - parseDay(first)
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: days }), { maxLength: 6 }), (cuts) => {
      const starts = [0, ...cuts.sort((a, b) => a - b), days + 1].map((day) =>
        formatDay(parseDay(first) + day),
      )
      const parts = starts
        .slice(0, -1)
        .map((from, place) =>
          bill(world, energies, { from, to: formatDay(parseDay(starts[place + 1]!) - 1) }),
        )
      for (const sum of ['net', 'vat', 'feedIn', 'payable'] as const)
        expect(sumTexts(parts.map(({ exact }) => exact[sum]))).toBe(whole.exact[sum])
    }),
    { numRuns: 12 },
  )
})

test('costs of any buckets add up to the bill of the same days', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: quarters - 1 }), { maxLength: 40 }), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), quarters].map(
        (place) => startMs + place * quarterHourMs,
      )
      const { buckets, totals } = costSeries(world, energies, edges)
      expect(totals).toEqual({
        importCost: sumTexts([whole.totals.net, whole.totals.vat]),
        exportRevenue: whole.totals.feedIn,
      })
      expect(buckets.map(({ fromMs }) => fromMs)).toEqual(edges.slice(0, -1))
      const known = (amounts: ({ text: string } | null | undefined)[]) =>
        sumTexts(amounts.flatMap((amount) => amount?.text ?? []))
      const all = buckets.flatMap(({ parts }) => Object.values(parts))
      expect(known(all)).toBe(sumTexts([whole.exact.net, whole.exact.vat]))
      expect(known(buckets.map(({ parts }) => parts.vat))).toBe(whole.exact.vat)
      for (const bucket of buckets.filter(({ importCost }) => importCost))
        expect(known(Object.values(bucket.parts))).toBe(bucket.importCost!.text)
    }),
    { numRuns: 12 },
  )
})

test('the total of costs is the bill of each whole month in them, and unrounded beside it', () => {
  const [from, to] = ['2026-02-10', '2026-04-20'].map((day) => localMidnightMs(day))
  const { totals } = costSeries(world, energies, [from!, to!])
  const billOf = (days: { from: string; to: string }) => bill(world, energies, days)
  const february = billOf({ from: '2026-02-10', to: '2026-02-28' }).exact
  const march = billOf({ from: '2026-03-01', to: '2026-03-31' }).totals
  const april = billOf({ from: '2026-04-01', to: '2026-04-19' }).exact
  const months = [february, march, april]
  expect(totals).toEqual({
    importCost: sumTexts(months.flatMap(({ net, vat }) => [net, vat])),
    exportRevenue: sumTexts(months.map(({ feedIn }) => feedIn)),
  })
})

test('a bucket of nothing read has no cost, and says why', () => {
  const energiesWithGap = {
    ...energies,
    importMilliWh: energies.importMilliWh.slice().fill(Number.NaN, 0, 96),
  }
  const [day, next] = costSeries(world, energiesWithGap, [
    startMs,
    startMs + 96 * quarterHourMs,
    startMs + 192 * quarterHourMs,
  ]).buckets
  expect(day).toMatchObject({ importCost: null, exportRevenue: null, missing: [{ kind: 'noReadings' }] })
  expect(next!.importCost!.value).toBeGreaterThan(0)
})

test('edges need not lie within a list, nor be any', () => {
  expect(costSeries(world, energies, []).buckets).toEqual([])
  const before = localMidnightMs('2019-12-31')
  const [bucket] = costSeries(world, energies, [before, before + quarterHourMs]).buckets
  expect(bucket).toMatchObject({
    importCost: null,
    missing: [{ kind: 'noPriceList' }, { kind: 'noReadings' }],
  })
})

test('within a month the network and its levies cost what priceAt says of each quarter-hour', () => {
  const [from, to] = ['2026-02-10', '2026-02-11'].map((day) => localMidnightMs(day))
  const { parts } = costSeries(world, energies, [from!, to!]).buckets[0]!
  const perKwh = (part: string, names: string[]) => {
    const products = Array.from({ length: 96 }, (_, place) => {
      const atMs = from! + place * quarterHourMs
      const milliWh = energies.importMilliWh[(atMs - startMs) / quarterHourMs]!
      const kwh = { digits: BigInt(Number.isNaN(milliWh) ? 0 : milliWh), scale: 6 }
      const own = priceAt(world, atMs).import.components.filter(
        (one) => one.part === part && names.includes(one.name),
      )
      return multiplyExact(kwh, parseExact(sumTexts(own.map(({ rate }) => rate))))
    })
    return formatExact(products.reduce(addExact))
  }
  expect(parts.networkEnergy!.text).toBe(perKwh('networkEnergy', ['block1', 'block2', 'block3', 'block4']))
  const support = housePoint().agreedPowers![0]!.blocksKw[0]
  const { rate } = priceAt(world, from!).import.components.find(({ name }) => name === 'support')!
  const month = multiplyExact(parseExact(String(support)), parseExact(rate!))
  const share = (days: number) =>
    divideExact(multiplyExact(month, { digits: BigInt(days), scale: 0 }), { digits: 28n, scale: 0 }, 12)
  const levies = ['marketOperator', 'energyEfficiency', 'excise']
  expect(parts.levies!.text).toBe(
    sumTexts([perKwh('levies', levies), formatExact(subtractExact(share(10), share(9)))]),
  )
})

test.each([
  ['within a day', '2026-04-12T09:40:00Z', '2026-04-12', true],
  ['within the last day of a month', '2026-04-30T12:00:00Z', '2026-04-30', true],
  ['after the period', '2026-05-02T00:00:00Z', '2026-04-30', false],
])('what has not passed yet is in no bill: now is %s', (_, now, day, isPart) => {
  const untilMs = Date.parse(now)
  const whole = bill(world, energies, { from: '2026-04-01', to: '2026-04-30', untilMs })
  expect([whole.to, whole.months[0]!.isPart, whole.months[0]!.to]).toEqual([day, isPart, day])
  const fromMs = localMidnightMs('2026-04-01')
  const toMs = Math.min(Math.floor(untilMs / quarterHourMs) * quarterHourMs, localMidnightMs('2026-05-01'))
  expect(whole.quality.intervals).toBe((toMs - fromMs) / quarterHourMs)
  const { buckets } = costSeries(world, energies, [fromMs, toMs, toMs])
  const { importCost, exportRevenue } = buckets[0]!
  expect(whole.exact.payable).toBe(
    formatExact(subtractExact(parseExact(importCost!.text), parseExact(exportRevenue!.text))),
  )
  expect(buckets[1]!.importCost).toBeNull()
})

test('the page of the bill, the charts and the table of a company show one figure of a part of a month', () => {
  for (let day = 2; day < 30; day++) {
    const to = `2026-04-${String(day).padStart(2, '0')}`
    const { totals, exact } = bill(world, energies, { from: '2026-04-01', to })
    expect([to, totals.payable]).toEqual([to, formatExact(parseLong(exact.payable!), 2)])
  }
})
const parseLong = (text: string) => {
  const [units = '', decimals = ''] = text.split('.')
  return { digits: BigInt(units + decimals), scale: decimals.length }
}

test('a month that nobody read has no lines of energy; what goes by the month stays', () => {
  const unread = makeEnergies('2026-02-01', '2026-05-01', { gaps: 1 })
  const [month] = bill(world, unread, { from: '2026-04-01', to: '2026-04-30' }).months
  expect(month!.totals.payable).toBeNull()
  expect(month!.missing).toContainEqual({ kind: 'noReadings' })
  const units = month!.lines.map(({ quantity }) => quantity?.unit)
  expect(units).toContain('month')
  expect(units).not.toContain('kWh')
})
