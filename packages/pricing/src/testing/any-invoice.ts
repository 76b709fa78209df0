import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import type { Layout } from './lay-out-invoice.ts'
import type { Rounding } from './made-invoice.ts'
import { housePoint, makeEnergies, makeList, makeSpot, makeWorld } from './made-world.ts'

// Any layout, any way to round, and bills of a Slovenian house in any month of the five blocks.

export const anyRounding: fc.Arbitrary<Rounding> = fc.record({
  energyDecimals: fc.constantFrom(0, 2, 3),
  amounts: fc.constantFrom('ofPrinted', 'ofExact'),
  vat: fc.constantFrom('onSum', 'byLine', 'onUnrounded'),
})

const orders = [
  ['quantity', 'unit', 'price', 'amount'],
  ['unit', 'quantity', 'price', 'amount'],
  ['price', 'quantity', 'unit', 'amount'],
  ['amount', 'quantity', 'unit', 'price'],
  ['quantity', 'unit', 'amount', 'price'],
] as const

export const anyLayout: fc.Arbitrary<Layout> = fc
  .record({
    language: fc.constantFrom('sl', 'en', 'de', 'hr'),
    marks: fc.constantFrom(
      { decimal: ',', thousands: '.' } as const,
      { decimal: ',', thousands: '' } as const,
      { decimal: '.', thousands: '' } as const,
      { decimal: ',', thousands: ' ' } as const,
    ),
    order: fc.constantFrom(...orders),
    breaks: fc.constantFrom('none', 'afterName', 'everyCell'),
    gap: fc.constantFrom('  ', '\t', '   '),
    unitOfPrice: fc.boolean(),
    headings: fc.boolean(),
    noise: fc.boolean(),
    scanned: fc.boolean(),
    subtotals: fc.boolean(),
    sums: fc.constantFrom('table', 'rows'),
    creditSign: fc.boolean(),
  })
  .map(({ marks, ...rest }) => ({ ...rest, ...marks }) as Layout)

export const houseMonths = [
  '2025-01',
  '2025-07',
  '2025-11',
  '2025-12',
  '2026-02',
  '2026-03',
  '2026-09',
  '2026-10',
] as const

/** A house with published network fee and levies: one or two tariffs or market prices, with feed-in or without. */
export const anyHouse = fc
  .record({
    month: fc.constantFrom(...houseMonths),
    seed: fc.integer({ min: 1, max: 10_000 }),
    prices: fc.constantFrom('two', 'one', 'spot'),
    hasExport: fc.boolean(),
    fee: fc.constantFrom('1.99', '0.99', '2.97'),
    estimated: fc.constantFrom(0, 0.05),
  })
  .map(({ month, seed, prices, hasExport, fee, estimated }) => {
    const fromMs = localMidnightMs(`${month}-01`)
    const list = makeList({
      buy:
        prices === 'two'
          ? { kind: 'fixed', t0: null, t1: '0.1199', t2: '0.0979' }
          : prices === 'one'
            ? { kind: 'fixed', t0: '0.1089', t1: null, t2: null }
            : {
                ...{ kind: 'spot_market', region: 'SI', factor: '1', markup: '0.01199' },
                ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
              },
      isMultiTariff: prices === 'two',
      hasExportPrice: hasExport,
      sell: hasExport ? { kind: 'fixed', t0: '0.0539', t1: null, t2: null } : null,
      monthlyFees: [{ name: 'Mesečno nadomestilo', amount: fee }],
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
    })
    const world = makeWorld([list], {
      point: housePoint(),
      spot: { SI: makeSpot(fromMs - 35 * 86_400_000, fromMs + 33 * 86_400_000, seed) },
    })
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
      .toISOString()
      .slice(0, 10)
    const previous = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 2, 1))
      .toISOString()
      .slice(0, 10)
    const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
      .toISOString()
      .slice(0, 10)
    const energies = makeEnergies(previous, next, { seed, hasExport, estimated })
    const summary = () => JSON.stringify({ month, seed, prices, hasExport, fee, estimated })
    return { world, energies, days: { from: `${month}-01`, to: last }, [fc.toStringMethod]: summary }
  })
