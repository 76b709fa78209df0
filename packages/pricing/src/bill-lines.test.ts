import type { PriceListTerms, TaxRow } from '@ohmstead/domain/pricing/price-list-terms'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { describe, expect, test } from 'vitest'
import { bill } from './bill.ts'
import type { Bill } from './bill-model.ts'
import type { PricingWorld } from './pricing-world.ts'
import { housePoint, makeList, makeWorld } from './testing/made-world.ts'

// Bills that can be worked out in the head: one kilowatt all June 2026, 720 kWh, of them 22 working days.

const june = { from: '2026-06-01', to: '2026-06-30' }
const firstStartMs = localMidnightMs('2026-06-01')
const count = 30 * 96
const steady = (changes: Partial<QuarterHourSeries> = {}): QuarterHourSeries => ({
  firstStartMs,
  importMilliWh: new Float64Array(count).fill(250_000),
  exportMilliWh: new Float64Array(count).fill(100_000),
  isEstimated: new Uint8Array(count),
  ...changes,
})
const single = (t0: string): Partial<PriceListTerms> => ({
  isMultiTariff: false,
  buy: { kind: 'fixed', t0, t1: null, t2: null },
})
const vat: TaxRow = { name: 'VAT', kind: 'vat', rate: '22', validFrom: '2020-01-01', validTo: null }
const taxed = { published: false, rows: [vat] }
const linesOf = ({ months }: Bill) =>
  months[0]!.lines.map(({ part, name, quantity, unitPrice, amount }) => [
    part,
    name,
    quantity?.amount,
    unitPrice,
    amount,
  ])
const worldOf = (terms: Partial<PriceListTerms>, changes: Partial<PricingWorld> = {}) =>
  makeWorld([makeList(terms)], changes)
const juneOf = (terms: Partial<PriceListTerms>, energies = steady(), changes: Partial<PricingWorld> = {}) =>
  bill(worldOf(terms, changes), energies, june)

describe('a month', () => {
  test('has a line for each tariff, fee and tax, and VAT once on the rounded lines', () => {
    const result = juneOf({
      taxes: taxed,
      monthlyFees: [{ name: 'Account', amount: '1.99' }],
      buyFeePerKwh: '0.001',
    })
    // 25 June is a holiday: 21 days of 16 hours in T1.
    expect(linesOf(result)).toEqual([
      ['energy', 't1', '336', '0.1199', '40.29'],
      ['energy', 't2', '384', '0.0979', '37.59'],
      ['fees', 'buyFee', '720', '0.001', '0.72'],
      ['fees', 'Account', '1', '1.99', '1.99'],
      ['vat', 'VAT', '80.59', '0.22', '17.73'],
    ])
    expect(result.totals).toEqual({ net: '80.59', vat: '17.73', feedIn: '0.00', payable: '98.32' })
    expect(result.exact).toEqual({ net: '80.59', vat: '17.7298', feedIn: '0', payable: '98.3198' })
    expect(result.months[0]).toMatchObject({ month: '2026-06', ...june, isPart: false, missing: [] })
  })

  test('deducts what is fed in after VAT, and taxes it not', () => {
    const result = juneOf({
      ...single('0.1'),
      taxes: taxed,
      hasExportPrice: true,
      sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null },
      sellFeePerKwh: '0.01',
    })
    expect(linesOf(result).slice(2)).toEqual([
      ['feedIn', 't0', '288', '0.05', '-14.40'],
      ['feedIn', 'sellFee', '288', '0.01', '2.88'],
    ])
    expect(result.totals).toEqual({ net: '72.00', vat: '15.84', feedIn: '11.52', payable: '76.32' })
  })

  test('pays nothing for feed-in under a list without a price for it', () => {
    const sell = { kind: 'fixed' as const, t0: '0.05', t1: null, t2: null }
    const without = juneOf({ ...single('0.1'), hasExportPrice: false, sell })
    expect(linesOf(without)).toEqual([['energy', 't0', '720', '0.1', '72.00']])
    const unread = juneOf({ ...single('0.1'), hasExportPrice: true, sell }, steady({ exportMilliWh: null }))
    expect(unread.totals.payable).toBe('72.00')
  })

  test.each([
    ['JPY', '31.5', '22680', '4990', '27670'],
    ['KWD', '0.0123457', '8.889', '1.956', '10.845'],
    ['HUF', '36.9', '26568.00', '5844.96', '32412.96'],
  ] as const)('in %s is rounded to its minor unit', (currency, t0, net, tax, payable) => {
    const result = juneOf({ ...single(t0), currency, taxes: taxed })
    expect(result.totals).toEqual({ net, vat: tax, feedIn: result.totals.feedIn, payable })
    expect(result.currency).toBe(currency)
  })

  test('has one line for a rate of VAT that two lists call by different names', () => {
    const called = (name: string) => ({ taxes: { published: false, rows: [{ ...vat, name }] } })
    const lists = [
      makeList({ ...single('0.00016'), ...called('DDV') }),
      makeList({ ...single('0.00016'), ...called('VAT') }, { id: 2, validFrom: '2026-06-16' }),
    ]
    const result = bill(makeWorld(lists), steady(), june)
    // 22 % of 0.06 twice would be 0.01 each.
    expect(linesOf(result).slice(2)).toEqual([['vat', 'DDV', '0.12', '0.22', '0.03']])
    expect(result.totals.vat).toBe('0.03')
  })

  test('in which the list changes has the lines of both', () => {
    const fee = (amount: string) => [{ name: 'Account', amount }]
    const world = makeWorld([
      makeList({ ...single('0.1'), monthlyFees: fee('3') }),
      makeList({ ...single('0.2'), monthlyFees: fee('6') }, { id: 2, name: 'New', validFrom: '2026-06-11' }),
    ])
    const result = bill(world, steady(), june)
    expect(linesOf(result)).toEqual([
      ['energy', 't0', '240', '0.1', '24.00'],
      ['energy', 't0', '480', '0.2', '96.00'],
      ['fees', 'Account', '0.333333333333', '3', '1.00'],
      ['fees', 'Account', '0.666666666667', '6', '4.00'],
    ])
    const sources = result.months[0]!.lines.map(
      ({ source }) => source?.kind === 'priceList' && source.priceListId,
    )
    expect(sources).toEqual([1, 2, 1, 2])
  })

  test('shows market energy at its weighted mean', () => {
    const price = new Float64Array(count).fill(0.1 * 1e8).fill(0.2 * 1e8, count / 2)
    const importMilliWh = new Float64Array(count).fill(300_000).fill(100_000, count / 2)
    const buy = {
      ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0.01' },
      ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: '9' },
    }
    const spot = {
      SI: {
        ...{ currency: 'EUR' as const, firstStartMs, price, sources: ['a'] },
        sourceOf: new Uint8Array(count),
      },
    }
    const result = juneOf({ buy }, steady({ importMilliWh }), { spot })
    expect(linesOf(result)).toEqual([['energy', 'spot', '576', '0.135', '77.76']])
    const uneven = juneOf({ buy }, steady({ importMilliWh: importMilliWh.fill(200_000, 0, 1) }), { spot })
    expect(uneven.months[0]!.lines[0]!.unitPrice).toBe('0.13500434')
    expect(result.months[0]!.lines[0]).toMatchObject({
      isMean: true,
      source: { kind: 'spotMarket', region: 'SI', source: 'a' },
    })
  })

  test('pays agreed power whole, and measured power by its highest quarter-hours', () => {
    const importMilliWh = steady().importMilliWh.slice()
    importMilliWh.set([1_500_000, 1_250_000], 500)
    const power = { perKwMonth: '2', agreedKw: '7.5', peaks: 2 }
    const network = { kind: 'entered' as const, energy: null, monthlyFee: '1.5' }
    const linesUnder = (basis: 'agreed' | 'monthly_peak') =>
      linesOf(
        juneOf(
          { ...single('0'), network: { ...network, power: { basis, ...power } } },
          steady({ importMilliWh }),
        ),
      )
    expect(linesUnder('agreed')[1]).toEqual(['networkPower', 'agreed', '7.5', '2', '15.00'])
    expect(linesUnder('monthly_peak')[1]).toEqual(['networkPower', 'monthlyPeak', '5.5', '2', '11.00'])
    expect(linesUnder('agreed')[2]).toEqual(['fees', 'networkMonthlyFee', '1', '1.5', '1.50'])
  })
})

describe('what is not known', () => {
  test('is no zero: a list without days, a market without prices, a plan without slots', () => {
    const gap = makeWorld([makeList(single('0.1'), { validTo: '2026-06-20' })])
    const power = { basis: 'agreed' as const, perKwMonth: '2', agreedKw: null, peaks: 1 }
    const ownPower = { kind: 'entered' as const, energy: null, power, monthlyFee: null }
    const buy = {
      ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0' },
      ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: '0.1' },
    }
    const plan = { kind: 'time_of_use' as const, timePlanId: 3, prices: [], substitute: null }
    const cases = [
      [gap, { kind: 'noPriceList' }],
      [worldOf({ buy }), { kind: 'noSpotPrice', region: 'SI' }],
      [worldOf({ buy: plan }), { kind: 'noSlot', timePlanId: 3 }],
      [
        worldOf({ network: { kind: 'tariff', networkTariffId: 5 } }),
        { kind: 'noTariff', networkTariffId: 5 },
      ],
      [worldOf({ network: ownPower }), { kind: 'noAgreedPower' }],
      [worldOf({ network: { kind: 'published' } }), { kind: 'noMeteringPoint' }],
      [
        worldOf({ network: { kind: 'published' } }, { point: housePoint({ agreedPowers: null }) }),
        { kind: 'noAgreedPower' },
      ],
      [
        worldOf(
          { network: { kind: 'published' } },
          { point: housePoint({ userGroup: 2, isHousehold: false }) },
        ),
        { kind: 'noTariff', networkTariffId: null },
      ],
      [
        worldOf({ taxes: { published: true, rows: [] } }, { countryCode: 'HR' }),
        { kind: 'noTariff', networkTariffId: null },
      ],
    ] as const
    for (const [world, reason] of cases) {
      const result = bill(world, steady(), june)
      expect(result.months[0]!.missing).toEqual([reason])
      expect(result.totals).toEqual({ net: null, vat: null, feedIn: null, payable: null })
      expect(result.exact.payable).toBe(null)
    }
  })

  test('of the market does not matter where nothing was taken', () => {
    const buy = {
      ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0' },
      ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
    }
    const result = juneOf({ buy }, steady({ importMilliWh: new Float64Array(count) }))
    expect(result.totals.payable).toBe('0.00')
  })

  test('of readings is told: lines rest on what is read, and below 95 % they are provisional', () => {
    const missing = (quarters: number) => {
      const importMilliWh = steady().importMilliWh.slice().fill(Number.NaN, 0, quarters)
      return juneOf(
        single('0.1'),
        steady({ importMilliWh, isEstimated: new Uint8Array(count).fill(1, 2000) }),
      )
    }
    const few = missing(count * 0.05)
    expect(few.quality).toEqual({
      ...{ intervals: 2880, measured: 1856, estimated: 880, missing: 144 },
      isProvisional: false,
    })
    expect(few.totals.net).toBe('68.40')
    expect(missing(count * 0.05 + 1).quality.isProvisional).toBe(true)
    const none = missing(count)
    expect(none.months[0]).toMatchObject({ missing: [{ kind: 'noReadings' }], totals: { payable: null } })
  })

  test('of feed-in that is paid for makes a bill provisional like that of consumption', () => {
    const sell = { kind: 'fixed' as const, t0: '0.05', t1: null, t2: null }
    const exportMilliWh = steady().exportMilliWh!.slice().fill(Number.NaN, 0, 1440)
    const qualityUnder = (hasExportPrice: boolean, fedIn = exportMilliWh) =>
      juneOf({ ...single('0.1'), hasExportPrice, sell }, steady({ exportMilliWh: fedIn })).quality
    expect(qualityUnder(true)).toMatchObject({ measured: 1440, missing: 1440, isProvisional: true })
    expect(qualityUnder(false)).toMatchObject({ measured: 2880, missing: 0 })
    // Nothing was fed in before there was a meter for it.
    expect(qualityUnder(true, exportMilliWh.slice().fill(Number.NaN))).toMatchObject({ measured: 2880 })
  })

  test('of another currency is converted at a dated rate with its source, or not at all', () => {
    const network = { kind: 'tariff' as const, networkTariffId: 1 }
    const period = {
      ...{ validFrom: '2020-01-01', validTo: null, source: 'Regulator' },
      prices: {
        energy: { kind: 'fixed' as const, t0: '0.02', t1: null, t2: null },
        power: null,
        monthlyFee: null,
      },
    }
    const tariff = {
      ...{ id: 1, name: 'Tariff', countryCode: 'SE', operator: 'Grid', currency: 'EUR' as const },
      periods: [period],
    }
    const rate = { from: 'EUR' as const, to: 'SEK' as const, source: 'Bank' }
    const rates = [
      { ...rate, day: '2026-05-31', rate: '11' },
      { ...rate, day: '2026-06-16', rate: '12' },
    ]
    const terms = { ...single('1'), currency: 'SEK' as const, network }
    const world = { networkTariffs: { 1: tariff } }
    const result = juneOf(terms, steady(), { ...world, exchangeRates: rates })
    expect(linesOf(result).slice(-2)).toEqual([
      ['networkEnergy', 't0', '360', '0.22', '79.20'],
      ['networkEnergy', 't0', '360', '0.24', '86.40'],
    ])
    expect(result.exchanges).toEqual(rates)
    const early = bill(worldOf(terms, { ...world, exchangeRates: rates }), steady(), {
      from: '2026-06-01',
      to: '2026-06-15',
    })
    expect(early.exchanges).toEqual(rates.slice(0, 1))
    const without = juneOf(terms, steady(), world)
    expect(without.exchanges).toEqual([])
    expect(without.months[0]!.missing).toEqual([{ kind: 'noExchangeRate', from: 'EUR', to: 'SEK' }])
  })
})

test('a part of a month is what the bill grew by, and says that it is one', () => {
  const world = worldOf({ ...single('0.1'), monthlyFees: [{ name: 'Account', amount: '3' }] })
  const { months } = bill(world, steady(), { from: '2026-06-11', to: '2026-06-20' })
  expect(months[0]).toMatchObject({ isPart: true, from: '2026-06-11', to: '2026-06-20' })
  expect(months[0]!.totals.net).toBe('25.00')
  expect(() => bill(world, steady(), { from: '2026-06-11', to: '2026-06-10' })).toThrow(RangeError)
})

test('tiers begin anew with every month, wherever within it the period begins', () => {
  const tiers = [{ aboveKwh: 100, value: '0.3' }]
  const block = {
    id: 1,
    title: 'All day',
    color: '#000000',
    type: 'PRICING_ENERGY' as const,
    value: '0.1',
    tiers,
  }
  const slots = ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
    ...{ id: weekday, seasonId: 1, blockId: 1, weekday, fromMinute: 0, toMinute: 1440 },
  }))
  const plan = {
    ...{
      id: 3,
      title: 'Plan',
      color: '#000000',
      countryCode: null,
      holidayWeekday: null,
      blocks: [block],
      slots,
    },
    seasons: [{ id: 1, title: 'Year', validFrom: '2020-01-01', repeatsYearly: false }],
  }
  const buy = { kind: 'time_of_use' as const, timePlanId: 3, prices: [], substitute: null }
  const world = worldOf({ buy }, { timePlans: { 3: plan } })
  expect(linesOf(bill(world, steady(), june))).toEqual([
    ['energy', 'All day', '100', '0.1', '10.00'],
    ['energy', 'All day', '620', '0.3', '186.00'],
  ])
  const part = bill(world, steady(), { from: '2026-06-05', to: '2026-06-05' })
  expect(linesOf(part)).toEqual([
    ['energy', 'All day', '4', '0.1', '0.40'],
    ['energy', 'All day', '20', '0.3', '6.00'],
  ])
})

test('energies may begin before the period and end after it', () => {
  const world = worldOf(single('0.1'))
  const early = steady({
    firstStartMs: firstStartMs - 96 * quarterHourMs,
    importMilliWh: new Float64Array(count + 192).fill(250_000),
  })
  expect(bill(world, early, june).totals).toEqual(bill(world, steady(), june).totals)
})

test('a bill without any list is in euro, one after the last list in its currency', () => {
  const world = makeWorld([makeList({ currency: 'SEK' }, { validTo: '2026-01-31' })])
  expect(bill(world, steady(), june).currency).toBe('SEK')
  expect(bill(makeWorld([]), steady(), june)).toMatchObject({ currency: 'EUR', totals: { payable: null } })
  const later = makeWorld([makeList({ currency: 'SEK' }), makeList({}, { id: 2, validFrom: '2026-07-01' })])
  expect(bill(later, steady(), june).currency).toBe('SEK')
  expect(bill(later, steady(), { ...june, currency: 'EUR' }).months[0]!.missing).toEqual([
    { kind: 'noExchangeRate', from: 'SEK', to: 'EUR' },
  ])
})
