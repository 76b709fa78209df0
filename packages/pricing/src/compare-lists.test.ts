import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { billUnder, compareTerms, directionOf } from './compare-lists.ts'
import { makeEnergies, makeList, makeWorld, plainTerms } from './testing/made-world.ts'

const period = { from: '2026-05-01', to: '2026-05-31' }
const energies = makeEnergies('2026-05-01', '2026-06-01')
const world = makeWorld([makeList()])
const vat = { name: 'VAT', kind: 'vat', rate: '22', validFrom: '2020-01-01', validTo: null } as const
const before = { ...plainTerms, monthlyFees: [{ name: 'Account', amount: '1.99' }] }

test('a month under the terms in force is the month itself', () => {
  const asItIs = bill(world, energies, period)
  const under = billUnder(world, energies, period, plainTerms)
  expect(under.totals).toEqual(asItIs.totals)
  expect(under.months[0]!.lines.map(({ amount }) => amount)).toEqual(
    asItIs.months[0]!.lines.map(({ amount }) => amount),
  )
})

test('what changes is told part by part, to the cent', () => {
  const after = {
    ...before,
    buy: { kind: 'fixed', t0: null, t1: '0.1099', t2: '0.0879' } as const,
    monthlyFees: [{ name: 'Account', amount: '2.49' }],
    taxes: { published: false, rows: [vat] },
  }
  const { parts, payable } = compareTerms(world, energies, period, { before, after })
  expect(parts.map(({ part }) => part)).toEqual(['energy', 'fees', 'vat'])
  expect(parts[1]).toEqual({ part: 'fees', before: '1.99', after: '2.49', difference: '0.50' })
  expect(Number(parts[0]!.difference)).toBeLessThan(0)
  expect(parts[2]).toMatchObject({ before: '0.00', difference: parts[2]!.after })
  const sum = parts.reduce((total, { difference }) => total + Math.round(Number(difference) * 100), 0)
  expect(Math.round(Number(payable.difference) * 100)).toBe(sum)
  expect(directionOf(payable)).toBe('more')
  expect(directionOf(compareTerms(world, energies, period, { before, after: before }).payable)).toBe('same')
})

test('bills are compared in the currency of the new terms', () => {
  const exchangeRates = [{ from: 'EUR', to: 'CZK', day: '2026-01-01', rate: '25', source: 'ECB' } as const]
  const after = { ...before, currency: 'CZK' as const }
  const { currency, parts } = compareTerms({ ...world, exchangeRates }, energies, period, { before, after })
  expect(currency).toBe('CZK')
  expect(parts.find(({ part }) => part === 'fees')).toMatchObject({ before: '49.75', after: '1.99' })
})

test('an unknown amount has no difference, and says why', () => {
  const after = { ...before, network: { kind: 'tariff', networkTariffId: 7 } as const }
  const { parts, payable, missing } = compareTerms(world, energies, period, { before, after })
  // What is known of a bill with gaps is no amount of it: half a month of market prices would look like a saving.
  expect(parts.map((part) => [part.after, part.difference])).toEqual(parts.map(() => [null, null]))
  expect(parts[0]!.before).not.toBe(null)
  expect(payable).toMatchObject({ after: null, difference: null })
  expect(missing).toEqual({ before: [], after: [{ kind: 'noTariff', networkTariffId: 7 }] })
  expect(directionOf(payable)).toBe(null)
})
