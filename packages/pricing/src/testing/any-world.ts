import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type {
  EnergyPrice,
  NetworkTerms,
  PriceListTerms,
  SpotMarketPrice,
  TaxRow,
} from '@ohmstead/domain/pricing/price-list-terms'
import { minutesPerDay, type TimePlan, type TimePlanSlot } from '@ohmstead/domain/pricing/time-plan'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import type { PricingWorld } from '../pricing-world.ts'
import { housePoint, makeList, makeSpot, makeWorld } from './made-world.ts'

// Any world: zones with every kind of offset and change of clocks, every kind of price, two lists in a month.

/** Offsets of whole, half and quarter hours, changes of an hour and of half an hour, by night and at midnight. */
export const zones = [
  'Europe/Ljubljana',
  'UTC',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Chatham',
  'Pacific/Marquesas',
  'Pacific/Kiritimati',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Pago_Pago',
]

/** With changes of clocks in either hemisphere. */
export const months = ['2026-03', '2026-04', '2026-09', '2026-10', '2026-11', '2026-06']

const decimal = (most: number, decimals: number) =>
  fc
    .integer({ min: -most * 10 ** decimals, max: most * 10 ** decimals })
    .map((digits) => String(digits / 10 ** decimals))
const price = decimal(1, 5)
const positive = fc.integer({ min: 0, max: 90_000 }).map((digits) => String(digits / 1000))

const spot: fc.Arbitrary<EnergyPrice> = fc.record<SpotMarketPrice>({
  kind: fc.constant('spot_market' as const),
  region: fc.constant('SI'),
  factor: fc.constantFrom('1', '0', '1.0325', '0.5'),
  markup: decimal(1, 5),
  floor: fc.option<string>(fc.constantFrom('-0.05', '0', '0.04')),
  hourlyCap: fc.option<string>(fc.constantFrom('0.1', '0.1533', '0.22')),
  monthlyCap: fc.option<string>(fc.constantFrom('0.1', '0.14', '0.2')),
  substitute: fc.constant(null),
})
const timeOfUse: fc.Arbitrary<EnergyPrice> = fc.record({
  kind: fc.constant('time_of_use' as const),
  timePlanId: fc.constant(1),
  prices: fc
    .tuple(price, price, fc.integer({ min: 1, max: 150 }), price)
    .map(([first, second, aboveKwh, value]) => [
      { blockId: 1, price: first, tiers: [] },
      {
        blockId: 2,
        price: second,
        tiers: [
          { aboveKwh, value },
          { aboveKwh: aboveKwh + 30, value: first },
        ],
      },
    ]),
  substitute: fc.constant(null),
})
const fixed = (isMultiTariff: boolean): fc.Arbitrary<EnergyPrice> =>
  fc
    .tuple(price, price)
    .map(([a, b]) =>
      isMultiTariff
        ? { kind: 'fixed', t0: null, t1: a, t2: b }
        : { kind: 'fixed', t0: a, t1: null, t2: null },
    )

const network: fc.Arbitrary<NetworkTerms> = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.constant({ kind: 'tariff' as const, networkTariffId: 1 }),
  fc.record({
    kind: fc.constant('entered' as const),
    energy: fc.option(fixed(true) as fc.Arbitrary<Extract<EnergyPrice, { kind: 'fixed' }>>),
    power: fc.option(
      fc.record({
        basis: fc.constantFrom('agreed' as const, 'monthly_peak' as const),
        perKwMonth: positive,
        agreedKw: fc.constant('7.5'),
        peaks: fc.integer({ min: 1, max: 5 }),
      }),
    ),
    monthlyFee: fc.option(positive),
  }),
)

const rows = fc
  .record({
    vat: fc.constantFrom('22', '9.5', '0', null),
    changes: fc.boolean(),
    levy: price,
    perKw: positive,
    perMonth: positive,
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ vat, changes, levy, perKw, perMonth, day }) => (month: string): TaxRow[] => {
    const change = `${month}-${String(day).padStart(2, '0')}`
    const end = { validFrom: '2020-01-01', validTo: null }
    return [
      ...(vat === null
        ? []
        : [{ name: 'VAT', kind: 'vat' as const, rate: vat, ...end, validTo: changes ? change : null }]),
      { name: 'Levy', kind: 'per_kwh', rate: levy, ...end, validFrom: change },
      { name: 'Power', kind: 'per_kw_month', rate: perKw, ...end },
      { name: 'Month', kind: 'per_month', rate: perMonth, ...end },
    ]
  })

const terms = fc
  .record({
    isMultiTariff: fc.boolean(),
    kinds: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 3 })),
    own: fc.tuple(fixed(true), fixed(false), spot, timeOfUse, spot, timeOfUse),
    fees: fc.tuple(price, price, positive),
    highTariff: fc.record({
      fromMinute: fc.integer({ min: 0, max: 700 }),
      toMinute: fc.integer({ min: 701, max: minutesPerDay }),
      onWorkdaysOnly: fc.boolean(),
    }),
    network,
    rows,
  })
  .map(
    ({ isMultiTariff, kinds, own, fees, highTariff, network, rows }) =>
      (month: string): Partial<PriceListTerms> => {
        const ofFixed = isMultiTariff ? own[0] : own[1]
        const sell = [null, own[1], own[4], own[5]][kinds[1]] ?? null
        return {
          ...{ isMultiTariff, highTariff, network },
          buy: [ofFixed, own[2], own[3]][kinds[0]]!,
          ...{ sell, hasExportPrice: sell !== null },
          ...{
            buyFeePerKwh: fees[0],
            sellFeePerKwh: fees[1],
            monthlyFees: [{ name: 'Account', amount: fees[2] }],
          },
          taxes: { published: false, rows: rows(month) },
        }
      },
  )

export interface AnyWorld {
  world: PricingWorld
  month: string
  zone: string
}

export const anyWorld: fc.Arbitrary<AnyWorld> = fc
  .record({
    zone: fc.constantFrom(...zones),
    month: fc.constantFrom(...months),
    currency: fc.constantFrom<CurrencyCode>('EUR', 'JPY', 'KWD'),
    first: terms,
    second: fc.option(terms),
    changeDay: fc.integer({ min: 2, max: 28 }),
    seed: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ zone, month, currency, first, second, changeDay, seed }) => {
    const fromMs = localMidnightMs(`${month}-01`, zone)
    const change = `${month}-${String(changeDay).padStart(2, '0')}`
    const lists = [makeList({ ...first(month), currency })]
    if (second) lists.push(makeList({ ...second(month), currency }, { id: 2, validFrom: change }))
    const world = makeWorld(lists, {
      timeZone: zone,
      point: housePoint(),
      holidays: { SI: [`${month}-09`, `${month}-17`] },
      timePlans: { 1: madePlan },
      networkTariffs: {
        1: {
          ...{ id: 1, name: 'Tariff', countryCode: 'SI', operator: 'Grid', currency },
          periods: [
            tariffPeriod('2020-01-01', `${month}-14`, '0.05'),
            tariffPeriod(`${month}-15`, null, '0.06'),
          ],
        },
      },
      spot: { SI: { ...makeSpot(fromMs - 86_400_000, fromMs + 33 * 86_400_000, seed), currency } },
    })
    // Prices of a whole month would hide the rest of a counterexample.
    const summary = () => JSON.stringify({ month, zone, seed, lists })
    return { world, month, zone, [fc.toStringMethod]: summary }
  })

const tariffPeriod = (validFrom: string, validTo: string | null, t0: string) => ({
  ...{ validFrom, validTo, source: 'Regulator' },
  prices: {
    energy: { kind: 'fixed' as const, t0, t1: null, t2: null },
    power: { basis: 'monthly_peak' as const, perKwMonth: '3.1', agreedKw: null, peaks: 2 },
    monthlyFee: '1.5',
  },
})

/** Every day has two blocks; the season changes within the months that are tried, and holidays are Sundays. */
const madePlan: TimePlan = {
  ...{ id: 1, title: 'Plan', color: '#336699', countryCode: 'SI', holidayWeekday: 7 },
  blocks: [1, 2].map((id) => ({
    ...{ id, title: `Block ${id}`, color: '#336699', type: 'PRICING_ENERGY', value: '0.1', tiers: [] },
  })),
  seasons: [
    { id: 1, title: 'Low', validFrom: '2025-03-12', repeatsYearly: true },
    { id: 2, title: 'High', validFrom: '2025-10-20', repeatsYearly: true },
  ],
  slots: [1, 2].flatMap((seasonId) =>
    ([1, 2, 3, 4, 5, 6, 7] as const).flatMap((weekday): TimePlanSlot[] => {
      const split = seasonId * 300 + weekday * 45
      const base = { id: seasonId * 100 + weekday * 2, seasonId, weekday }
      return [
        { ...base, blockId: 1, fromMinute: 0, toMinute: split },
        { ...base, id: base.id + 1, blockId: 2, fromMinute: split, toMinute: minutesPerDay },
      ]
    }),
  ),
}
