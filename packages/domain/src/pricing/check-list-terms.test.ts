import { describe, expect, test } from 'vitest'
import { checkNetworkTariff, checkTerms } from './check-list-terms.ts'
import type { PriceListTerms, TimeOfUsePrice } from './price-list-terms.ts'
import type { TimePlanBlock } from './time-plan.ts'

const terms: PriceListTerms = {
  currency: 'EUR',
  isMultiTariff: true,
  highTariff: { fromMinute: 360, toMinute: 1320, onWorkdaysOnly: true },
  hasExportPrice: false,
  buy: { kind: 'fixed', t0: null, t1: '0.1199', t2: '0.0979' },
  sell: null,
  buyFeePerKwh: '0',
  sellFeePerKwh: '0',
  monthlyFees: [{ name: 'Account', amount: '1.99' }],
  network: { kind: 'published' },
  taxes: { published: true, rows: [] },
}
const spot = {
  kind: 'spot_market',
  region: 'SI',
  factor: '1',
  markup: '0.01199',
  floor: null,
  hourlyCap: '0.22',
  monthlyCap: null,
  substitute: null,
} as const
const vat = { name: 'VAT', kind: 'vat', rate: '22', validFrom: '2026-01-01', validTo: null } as const
const byPlan = (prices: TimeOfUsePrice['prices'], timePlanId = 1): TimeOfUsePrice => ({
  kind: 'time_of_use',
  timePlanId,
  prices,
  substitute: null,
})
const block = (id: number, changes: Partial<TimePlanBlock> = {}): TimePlanBlock => ({
  id,
  title: 'Peak',
  color: '#000000',
  type: 'PRICING_ENERGY',
  value: null,
  tiers: [],
  ...changes,
})
const found = (changes: Partial<PriceListTerms>, blocks: TimePlanBlock[] | null = null) =>
  Object.fromEntries(
    Object.entries(checkTerms({ ...terms, ...changes }, blocks && ((id) => (id === 1 ? blocks : null)))).map(
      ([path, { rule }]) => [path, rule],
    ),
  )

describe('terms that can be used', () => {
  const single = { isMultiTariff: false } as const
  test.each<[string, Partial<PriceListTerms>, TimePlanBlock[]?]>([
    ['two tariffs', {}],
    ['one tariff', { ...single, buy: { kind: 'fixed', t0: '-0.5', t1: null, t2: null } }],
    ['spot market', { buy: spot }],
    ['a high tariff to the end of the day', { highTariff: { ...terms.highTariff, toMinute: 1440 } }],
    ['a tax of one day', { taxes: { published: false, rows: [{ ...vat, validTo: vat.validFrom }] } }],
    [
      'power by its monthly peak, which nobody agrees',
      {
        network: {
          ...{ kind: 'entered', energy: null, monthlyFee: null },
          power: { basis: 'monthly_peak', perKwMonth: '3.61', agreedKw: null, peaks: 3 },
        },
      },
    ],
    [
      'feed-in at one price',
      { hasExportPrice: true, sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null } },
    ],
    [
      'two tariffs of the network beside one of the supplier',
      {
        ...single,
        buy: { kind: 'fixed', t0: '0.1', t1: null, t2: null },
        network: {
          kind: 'entered',
          energy: { kind: 'fixed', t0: null, t1: '0.04', t2: '0.03' },
          power: null,
          monthlyFee: null,
        },
      },
    ],
    ['yen', { ...single, currency: 'JPY', buy: { kind: 'fixed', t0: '350', t1: null, t2: null } }],
    [
      'a plan with a price for each block',
      { buy: byPlan([{ blockId: 1, price: '1', tiers: [] }]) },
      [block(1)],
    ],
    ["a plan with the block's own price", { buy: byPlan([]) }, [block(1, { value: '0.2' })]],
    [
      'tax rates one after the other',
      {
        taxes: {
          published: true,
          rows: [
            { ...vat, validTo: '2026-06-30' },
            { ...vat, validFrom: '2026-07-01' },
          ],
        },
      },
    ],
  ])('%s', (_, changes, blocks) => expect(found(changes, blocks ?? null)).toEqual({}))
})

test('what only touches is in order', () => {
  const levy = { ...vat, name: 'Levy', kind: 'per_kwh', rate: '-0.01' } as const
  expect(found({ taxes: { published: false, rows: [levy, levy, vat] } })).toEqual({})
  const same = { floor: '0.22', hourlyCap: '0.22', monthlyCap: '0.22' }
  expect(found({ buy: { ...spot, ...same } })).toEqual({})
})

test('what overlaps by a day, goes below zero or belongs to another kind of block is not', () => {
  const [first, second] = [
    { ...vat, validTo: '2026-06-30' },
    { ...vat, validFrom: '2026-06-30' },
  ]
  const rows = (of: PriceListTerms['taxes']['rows']) => found({ taxes: { published: false, rows: of } })
  expect(rows([first, second])).toEqual({ 'taxes.rows.1.validFrom': 'is_not' })
  expect(rows([second, first])).toEqual({ 'taxes.rows.1.validFrom': 'is_not' })
  expect(rows([{ ...vat, rate: '-1' }])).toEqual({ 'taxes.rows.0.rate': 'min_value' })
  expect(rows([{ ...vat, validFrom: '1969-12-31' }])).toEqual({ 'taxes.rows.0.validFrom': 'required' })
  const blocks = [block(1, { value: '0.1' }), block(2, { type: 'PRICING_NETWORK' })]
  expect(found({ buy: byPlan([{ blockId: 2, price: '0.1', tiers: [] }]) }, blocks)).toEqual({
    'buy.prices.0.blockId': 'required',
  })
})

describe('terms that cannot be used', () => {
  test.each<[string, Partial<PriceListTerms>, Record<string, string>, TimePlanBlock[]?]>([
    ['no currency', { currency: 'XXX' as never }, { currency: 'required' }],
    [
      'one price where two are needed',
      { buy: { kind: 'fixed', t0: '0.1', t1: null, t2: null } },
      { 'buy.t0': 'max', 'buy.t1': 'required', 'buy.t2': 'required' },
    ],
    [
      'two prices where one is needed',
      { isMultiTariff: false },
      { 'buy.t0': 'required', 'buy.t1': 'max', 'buy.t2': 'max' },
    ],
    [
      'a price that is no number',
      { buy: { kind: 'fixed', t0: null, t1: '1,5', t2: '0.1' } },
      { 'buy.t1': 'double' },
    ],
    ['an exponent', { buyFeePerKwh: '1e3' }, { buyFeePerKwh: 'double' }],
    [
      'a price beyond any',
      { buy: { kind: 'fixed', t0: null, t1: '100.01', t2: '-101' } },
      { 'buy.t1': 'max_value', 'buy.t2': 'min_value' },
    ],
    ['feed-in without a price', { hasExportPrice: true }, { sell: 'required' }],
    ['no zone', { buy: { ...spot, region: ' ' } }, { 'buy.region': 'required' }],
    ['a factor beyond ten', { buy: { ...spot, factor: '10.1' } }, { 'buy.factor': 'max_value' }],
    ['a negative factor', { buy: { ...spot, factor: '-1' } }, { 'buy.factor': 'min_value' }],
    ['a cap below the floor', { buy: { ...spot, floor: '0.3' } }, { 'buy.hourlyCap': 'min_value' }],
    [
      'a monthly cap below the floor',
      { buy: { ...spot, floor: '0.1', monthlyCap: '0.05' } },
      { 'buy.monthlyCap': 'min_value' },
    ],
    [
      'high tariff that ends before it begins',
      { highTariff: { fromMinute: 600, toMinute: 600, onWorkdaysOnly: true } },
      { 'highTariff.toMinute': 'range_reversed' },
    ],
    [
      'a fee without a name',
      { monthlyFees: [{ name: ' ', amount: '1' }] },
      { 'monthlyFees.0.name': 'required' },
    ],
    [
      'a fee with a long name',
      { monthlyFees: [{ name: 'a'.repeat(101), amount: '1' }] },
      { 'monthlyFees.0.name': 'max' },
    ],
    [
      'fees that are no numbers',
      { sellFeePerKwh: 'x', buyFeePerKwh: '' },
      { sellFeePerKwh: 'double', buyFeePerKwh: 'required' },
    ],
    [
      'more tiers than anybody has',
      {
        buy: byPlan([
          {
            blockId: 1,
            price: '1',
            tiers: Array.from({ length: 11 }, (_, at) => ({ aboveKwh: at + 1, value: '1' })),
          },
        ]),
      },
      { 'buy.prices.0.tiers': 'max_value' },
    ],
    ['no time-of-use plan', { buy: byPlan([], 0) }, { 'buy.timePlanId': 'required' }],
    ['an unknown plan', { buy: byPlan([], 2) }, { 'buy.timePlanId': 'required' }, [block(1)]],
    ['a block without a price', { buy: byPlan([]) }, { 'buy.block1': 'required' }, [block(1)]],
    [
      'a block of another plan, and one twice',
      {
        buy: byPlan([
          { blockId: 9, price: '1', tiers: [] },
          { blockId: 9, price: '1', tiers: [] },
        ]),
      },
      { 'buy.prices.0.blockId': 'required', 'buy.prices.1.blockId': 'is_not', 'buy.block1': 'required' },
      [block(1)],
    ],
    [
      'tiers that do not ascend',
      {
        buy: byPlan([
          {
            blockId: 1,
            price: '1',
            tiers: [
              { aboveKwh: 100, value: '2' },
              { aboveKwh: 100, value: '3' },
            ],
          },
        ]),
      },
      { 'buy.prices.0.tiers.1.aboveKwh': 'min_value' },
    ],
    [
      'no network tariff',
      { network: { kind: 'tariff', networkTariffId: 0 } },
      { 'network.networkTariffId': 'required' },
    ],
    [
      'power without a price and an amount',
      {
        network: {
          kind: 'entered',
          energy: null,
          power: { basis: 'agreed', perKwMonth: '', agreedKw: null, peaks: 0 },
          monthlyFee: null,
        },
      },
      {
        'network.power.perKwMonth': 'required',
        'network.power.agreedKw': 'required',
        'network.power.peaks': 'min_value',
      },
    ],
    [
      'tax beyond a hundred per cent',
      { taxes: { published: false, rows: [{ ...vat, rate: '101' }] } },
      { 'taxes.rows.0.rate': 'max_value' },
    ],
    [
      'tax twice on a day',
      { taxes: { published: false, rows: [vat, { ...vat, validFrom: '2026-05-01' }] } },
      { 'taxes.rows.1.validFrom': 'is_not' },
    ],
    [
      'a day that does not exist, and an end before the start',
      {
        taxes: {
          published: false,
          rows: [
            { ...vat, validFrom: '2026-02-29' },
            { ...vat, kind: 'per_kwh', validTo: '2025-12-31' },
          ],
        },
      },
      { 'taxes.rows.0.validFrom': 'required', 'taxes.rows.1.validTo': 'range_reversed' },
    ],
  ])('%s', (_, changes, expected, blocks) => expect(found(changes, blocks ?? null)).toEqual(expected))
})

test('periods of a network tariff have a source and do not overlap', () => {
  const prices = {
    energy: { kind: 'fixed', t0: '0.02', t1: null, t2: null } as const,
    power: { basis: 'agreed', perKwMonth: '1.5', agreedKw: null, peaks: 1 } as const,
    monthlyFee: null,
  }
  const period = { validFrom: '2026-01-01', validTo: null, prices, source: 'Regulator' }
  expect(checkNetworkTariff({ currency: 'EUR', periods: [period] })).toEqual({})
  const problems = checkNetworkTariff({
    currency: 'EUR',
    periods: [period, { ...period, validFrom: '2026-07-01', source: '' }],
  })
  expect(Object.keys(problems)).toEqual(['periods.1.source', 'periods.1.validFrom'])
  expect(Object.keys(checkNetworkTariff({ currency: 'EUR', periods: [] }))).toEqual(['periods'])
})
