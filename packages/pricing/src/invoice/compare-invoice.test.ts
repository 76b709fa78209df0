import {
  addExact,
  compareExact,
  formatExact,
  parseExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill } from '../bill.ts'
import { anyHouse, anyLayout, anyRounding } from '../testing/any-invoice.ts'
import { layOutInvoice } from '../testing/lay-out-invoice.ts'
import { invoiceOf } from '../testing/made-invoice.ts'
import { type KnownForErrors, plants } from '../testing/plant-error.ts'
import { compareInvoice } from './compare-invoice.ts'
import { type ComparedInvoice, harmlessKinds, type KnownRate } from './comparison-model.ts'
import { sizeOf } from './invoice-columns.ts'
import { energyKnownQuantities, powerKnownQuantities } from './known-quantities.ts'
import { publishedKnownRates } from './known-rates.ts'
import { parseInvoiceText } from './parse-invoice-text.ts'

const faults = ({ differences }: ComparedInvoice) =>
  differences.filter(({ kind }) => !harmlessKinds.has(kind))
const sumOf = ({ differences }: ComparedInvoice) =>
  formatExact(
    differences.reduce((sum, { amount }) => addExact(sum, parseExact(amount)), zero),
    2,
  )

test('a correct invoice agrees, however its supplier rounds and lays it out', () => {
  fc.assert(
    fc.property(anyHouse, anyRounding, anyLayout, ({ world, energies, days }, rounding, layout) => {
      const own = bill(world, energies, days)
      const { invoice } = parseInvoiceText(layOutInvoice(invoiceOf(own, rounding), layout))
      const compared = compareInvoice(invoice, own)
      expect(faults(compared)).toEqual([])
      expect(compared.verdict).toBe('agrees')
      expect(sumOf(compared)).toBe(compared.difference)
    }),
  )
})

const register = [
  {
    fromDay: '2020-01-01',
    toDay: '2030-12-31',
    blocksKw: [3.5, 3.6, 3.7, 3.8, 4],
    isValid: true,
    enteredOn: '2024-09-22',
  },
  {
    fromDay: '2020-01-01',
    toDay: '2024-12-31',
    blocksKw: [6.1, 6.2, 6.3, 6.4, 6.5],
    isValid: false,
    enteredOn: '2023-01-01',
  },
].map((entry) => ({
  ...entry,
  blocksKw: entry.blocksKw as [number, number, number, number, number],
  ...{ minimumPowerKw: null, connectionPowerKw: null, setBy: 'user' as const },
}))

const offer: KnownRate = {
  ...{ part: 'fees', name: '', rate: '1.99', from: '2025-03-01', to: null, paper: 'paper' },
  origin: { kind: 'offer', supplier: 'GEN-I', name: 'Redni', source: 'gen-i.si', checkedOn: '2026-07-22' },
}

test.each(Object.keys(plants))(
  'an error is found and explained, and nothing else is blamed: %s',
  (planted) => {
    let seen = 0
    fc.assert(
      fc.property(anyHouse, anyLayout, ({ world: made, energies, days }, layout) => {
        const world = { ...made, point: { ...made.point!, agreedPowers: register } }
        const own = bill(world, energies, days)
        const rates = [...publishedKnownRates(world.point, publishedRates), offer]
        const day = `${days.from.slice(0, 8)}10`
        const ofDay = bill(world, energies, { from: day, to: day }).months[0]!.lines.flatMap(
          ({ part, name, quantity }) =>
            quantity?.unit === 'kWh' && Number(quantity.amount) > 2
              ? [{ part, name, quantity: quantity.amount }]
              : [],
        )
        const known: KnownForErrors = {
          ...{ ofDay, otherPowersKw: ['6.1', '6.2'] },
          otherRates: otherRates(rates, own.months[0]!.lines),
        }
        const error = plants[planted]!(invoiceOf(own), own, known)
        if (!error) return
        const { invoice } = parseInvoiceText(layOutInvoice(error.invoice, layout))
        const quantities = powerKnownQuantities(world.point)
        if (planted === 'dayMissing') quantities.push(...energyKnownQuantities(world, energies, days))
        const compared = compareInvoice(invoice, own, { rates, quantities })
        expect(sumOf(compared)).toBe(compared.difference)
        if (isBelowRounding(compared, error.invoice.total!, own.totals.payable!) && error.kind !== 'period')
          return
        seen += 1
        const found = faults(compared)
        const kinds = found.map(({ kind }) => kind)
        expect(kinds, JSON.stringify(compared.differences)).toContain(error.kind)
        // A line under the wrong block is one line too many and one too few.
        expect(kinds.length, JSON.stringify(found)).toBe(planted === 'otherBlock' ? 2 : 1)
        const explained = found[0]!.explanations.map(({ kind }) => kind)
        if (error.explained) expect(explained, JSON.stringify(found)).toContain(error.explained)
      }),
      { numRuns: 40 },
    )
    expect(seen).toBeGreaterThan(0)
  },
)

/** A rate of another time that differs from that of the bill. */
function otherRates(
  rates: readonly KnownRate[],
  lines: { part: string; name: string; unitPrice: string | null }[],
) {
  return rates.filter(({ part, name, rate }) =>
    lines.some(
      (line) =>
        line.part === part && line.name === name && Math.abs(Number(line.unitPrice) - Number(rate)) > 0.01,
    ),
  )
}

/** An error of a cent or two is no more than rounding. */
function isBelowRounding({ differences }: ComparedInvoice, total: string, payable: string): boolean {
  const off = sizeOf(subtractExact(parseExact(total), parseExact(payable)))
  return (
    differences.every(({ kind }) => harmlessKinds.has(kind)) && compareExact(off, parseExact('0.05')) <= 0
  )
}

test('whatever an invoice says, the differences add up to the difference of the totals', () => {
  fc.assert(
    fc.property(
      anyHouse,
      fc.array(fc.constantFrom(...Object.keys(plants)), { maxLength: 5 }),
      ({ world, energies, days }, all) => {
        const own = bill(world, energies, days)
        let invoice = invoiceOf(own)
        for (const planted of all)
          invoice =
            plants[planted]!(invoice, own, { ofDay: [], otherRates: [], otherPowersKw: ['6', '7'] })
              ?.invoice ?? invoice
        const compared = compareInvoice(invoice, own)
        expect(sumOf(compared)).toBe(compared.difference)
        const rounding = compared.differences.find(({ kind }) => kind === 'rounding')?.amount ?? '0'
        // Nothing is hidden in what is called rounding.
        expect(Math.abs(Number(rounding))).toBeLessThan(0.3)
      },
    ),
  )
})

test('a bill that is not known blames nobody', () => {
  fc.assert(
    fc.property(anyHouse, ({ world, energies, days }) => {
      const invoice = invoiceOf(bill(world, energies, days))
      const unknown = bill({ ...world, point: null }, energies, days)
      const compared = compareInvoice(invoice, unknown)
      expect(compared).toMatchObject({ verdict: 'unknown', difference: null, billTotal: null })
    }),
    { numRuns: 10 },
  )
})
