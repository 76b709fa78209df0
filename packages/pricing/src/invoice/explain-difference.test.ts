import { formatExact, multiplyExact, parseExact } from '@ohmstead/domain/money/exact'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { describe, expect, test } from 'vitest'
import { bill } from '../bill.ts'
import { invoiceOf, withSums } from '../testing/made-invoice.ts'
import { housePoint, makeEnergies, makeList, makeWorld } from '../testing/made-world.ts'
import { compareInvoice } from './compare-invoice.ts'
import type { Evidence, Explanation, KnownRate } from './comparison-model.ts'
import type { InvoiceLine } from './invoice-model.ts'
import { energyKnownQuantities, meterKnownQuantities, powerKnownQuantities } from './known-quantities.ts'
import { publishedKnownRates } from './known-rates.ts'

const point = housePoint()
const world = makeWorld(
  [
    makeList({
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
      monthlyFees: [{ name: 'Fee', amount: '1.99' }],
    }),
  ],
  { point },
)
const energies = makeEnergies('2026-02-01', '2026-04-01', { estimated: 0.05 })
const days = { from: '2026-03-01', to: '2026-03-31' }
const own = bill(world, energies, days)
const ofName = (part: string, name: string) => (line: { part: string | null; name: string | null }) =>
  line.part === part && line.name === name

/** The explanations of an invoice of which one line says something else. */
function explain(
  isHit: (line: InvoiceLine) => boolean,
  change: Partial<InvoiceLine>,
  evidence: Partial<Evidence>,
): Explanation[] {
  const plain = invoiceOf(own)
  const lines = plain.lines.map((line) => {
    if (!isHit(line)) return line
    const changed = { ...line, ...change }
    const product = multiplyExact(parseExact(changed.quantity!), parseExact(changed.unitPrice!))
    return { ...changed, amount: formatExact(product, 2) }
  })
  const compared = compareInvoice(withSums({ ...plain, lines }, own), own, {
    ...{ rates: [], quantities: [] },
    ...evidence,
  })
  return compared.differences
    .filter(({ row, kind }) => row !== null && kind !== 'rounding')
    .flatMap(({ explanations }) => explanations)
}

const quantityOf = (all: typeof own, part: string, name: string) =>
  all.months[0]!.lines.find(ofName(part, name))!.quantity!.amount
const printed = (amount: string) => formatExact(parseExact(amount), 3)

describe('a quantity is explained', () => {
  const quantities = energyKnownQuantities(world, energies, days)
  const hit = ofName('energy', 't1')

  test('by what another meter says of all that was taken', () => {
    const [official, controller] = ['412.5', '400.25']
    const known = meterKnownQuantities(own, { official, controller })
    const whole = quantityOf(own, 'levies', 'excise')
    const quantity = (Number(whole) - 12.25).toFixed(3)
    expect(explain(ofName('levies', 'excise'), { quantity }, { quantities: known })).toEqual([
      { kind: 'controllerMeter' },
    ])
    // Single tariffs are not told by a sum.
    expect(known.filter(({ name }) => name === 't1')).toEqual([])
  })

  test('by readings that were only estimated and left out', () => {
    const importMilliWh = energies.importMilliWh.map((energy, i) => (energies.isEstimated[i] ? 0 : energy))
    const without = bill(world, { ...energies, importMilliWh }, days)
    const quantity = printed(quantityOf(without, 'energy', 't1'))
    expect(explain(hit, { quantity }, { quantities })).toEqual([{ kind: 'estimatedLeftOut' }])
  })

  test('by a day too many or too few', () => {
    const day = (of: string) =>
      Number(quantityOf(bill(world, energies, { from: of, to: of }), 'energy', 't1'))
    const whole = Number(quantityOf(own, 'energy', 't1'))
    // The last of February was a Saturday, which has no high tariff.
    const t2 = (of: string) => Number(quantityOf(bill(world, energies, { from: of, to: of }), 'energy', 't2'))
    const more = (Number(quantityOf(own, 'energy', 't2')) + t2('2026-02-28')).toFixed(3)
    expect(explain(ofName('energy', 't2'), { quantity: more }, { quantities })).toEqual([
      { kind: 'dayMore', day: '2026-02-28' },
    ])
    const less = (whole - day('2026-03-17')).toFixed(3)
    expect(explain(hit, { quantity: less }, { quantities })).toEqual([
      { kind: 'dayMissing', day: '2026-03-17' },
    ])
  })

  test('by the month before', () => {
    const before = bill(world, energies, { from: '2026-02-01', to: '2026-02-28' })
    const quantity = printed(quantityOf(before, 'energy', 't1'))
    expect(explain(hit, { quantity }, { quantities })).toEqual([{ kind: 'otherMonth', month: '2026-02' }])
  })

  test('by the other tariff', () => {
    const quantity = printed(quantityOf(own, 'energy', 't2'))
    expect(explain(hit, { quantity }, { quantities })).toEqual([
      { kind: 'quantityOfLine', part: 'energy', name: 't2' },
    ])
  })

  test('by the connection power in place of the agreed one', () => {
    const known = powerKnownQuantities(point)
    const connection = known.find(({ reason }) => reason.kind === 'connectionPower')!.quantity
    expect(
      explain(ofName('networkPower', 'block2'), { quantity: connection }, { quantities: known }),
    ).toEqual([{ kind: 'connectionPower' }])
  })

  test('by nothing but that readings are incomplete where nothing else gives it, and by nothing at zero', () => {
    const quantity = (Number(quantityOf(own, 'energy', 't1')) + 33.333).toFixed(3)
    expect(explain(hit, { quantity }, { quantities })).toEqual([{ kind: 'readingsIncomplete' }])
    const zeros = [
      { part: 'energy' as const, name: 't1', quantity: '0', reason: { kind: 'controllerMeter' as const } },
    ]
    expect(explain(hit, { quantity: '0.000' }, { quantities: zeros })).toEqual([
      { kind: 'readingsIncomplete' },
    ])
  })
})

test('what would be the quantity of another line explains nothing of this one', () => {
  const quantity = '77.125'
  const reason = { kind: 'dayMissing' as const, day: '2026-03-05' }
  const of = (part: 'energy' | 'levies', name: string) =>
    explain(ofName('energy', 't1'), { quantity }, { quantities: [{ part, name, quantity, reason }] })
  expect(of('energy', 't1')).toEqual([reason])
  expect(of('energy', 't2')).toEqual([{ kind: 'readingsIncomplete' }])
  expect(of('levies', 't1')).toEqual([{ kind: 'readingsIncomplete' }])
})

describe('an invoice', () => {
  const judge = (unitPrice: string) => {
    const plain = invoiceOf(own)
    const lines = plain.lines.map((line) => {
      if (!ofName('energy', 't1')(line)) return line
      const amount = formatExact(multiplyExact(parseExact(line.quantity!), parseExact(unitPrice)), 2)
      return { ...line, unitPrice, amount }
    })
    return compareInvoice(withSums({ ...plain, lines }, own), own)
  }

  test('is too high or too low by what it says more or less than the bill', () => {
    const [dear, cheap] = [judge('0.15000'), judge('0.10000')]
    expect(dear.verdict).toBe('tooMuch')
    expect(Number(dear.difference)).toBeGreaterThan(0)
    expect(cheap.verdict).toBe('tooLittle')
    expect(Number(cheap.difference)).toBeLessThan(0)
  })

  test('of the same total whose lines differ is not said to agree', () => {
    const plain = invoiceOf(own)
    const names = ['t1', 't2']
    const [high, low] = names.map((name) => plain.lines.find(ofName('energy', name))!)
    const lines = plain.lines.map((line) => {
      if (line === high)
        return {
          ...line,
          amount: formatExact({ digits: parseExact(high!.amount).digits + 500n, scale: 2 }, 2),
        }
      if (line === low)
        return {
          ...line,
          amount: formatExact({ digits: parseExact(low!.amount).digits - 500n, scale: 2 }, 2),
        }
      return line
    })
    const compared = compareInvoice({ ...plain, lines }, own)
    expect(compared).toMatchObject({ verdict: 'differs', difference: '0.00' })
    expect(compared.differences.filter(({ kind }) => kind === 'arithmetic')).toHaveLength(2)
  })
})

describe('a rate is explained', () => {
  test('by the one of the other tariff', () => {
    expect(explain(ofName('energy', 't1'), { unitPrice: '0.09790' }, {})).toEqual([
      { kind: 'rateOfLine', part: 'energy', name: 't2' },
    ])
  })

  const rate = (more: Partial<KnownRate>): KnownRate => ({
    ...{ part: 'energy', name: 't1', rate: '0.11', from: null, to: null, paper: null },
    origin: { kind: 'priceList', name: 'Regular', version: 1 },
    ...more,
  })
  const ratesOf = (rates: KnownRate[]) =>
    explain(ofName('energy', 't1'), { unitPrice: '0.11000' }, { rates }).map((one) =>
      one.kind === 'rate' ? (one.rate.from ?? '-') : one.kind,
    )

  test('by the same list before, after and elsewhere, the likeliest first', () => {
    const before = rate({ from: '2025-01-01', to: '2025-12-31' })
    const after = rate({ from: '2026-05-01' })
    // One rate of a list is enough: the one that was in force before.
    expect(ratesOf([after, before])).toEqual(['2025-01-01'])
    const other = rate({ from: '2024-01-01', origin: { kind: 'priceList', name: 'Other', version: 1 } })
    expect(ratesOf([other, after])).toEqual(['2026-05-01', '2024-01-01'])
    // Of a fee for paper and one for an electronic invoice the dearer is the likelier mistake.
    const fees = (['electronic', 'paper'] as const).map((paper) => rate({ paper, from: paper }))
    expect(ratesOf(fees)).toEqual(['paper', 'electronic'])
    // Of another part, and another figure, it is none.
    expect(ratesOf([rate({ part: 'feedIn' }), rate({ rate: '0.12' })])).toEqual([])
  })

  test('by published rates of the same users and consumers only', () => {
    const all = publishedKnownRates(point, publishedRates)
    const others = publishedKnownRates({ ...point, userGroup: 2, isHousehold: false }, publishedRates)
    const energyRates = (rates: KnownRate[]) =>
      [...new Set(rates.filter(({ part }) => part === 'networkEnergy').map((one) => one.rate))].sort()
    const ofHouse = publishedRates.newSystem.filter(
      ({ userGroup, consumers }) => userGroup === 0 && consumers !== 'nonHousehold',
    )
    const expected = ofHouse.flatMap(({ energyEurPerKwh }) => (energyEurPerKwh ?? []).map(Number))
    expect(energyRates(all).map(Number)).toEqual([...new Set(expected)].sort((a, b) => a - b))
    expect(energyRates(others)).not.toEqual(energyRates(all))
  })
})
