import { parseExact, toNumber } from '@ohmstead/domain/money/exact'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bill } from '../bill.ts'
import { anyHouse, anyLayout, anyRounding } from '../testing/any-invoice.ts'
import { layOutInvoice } from '../testing/lay-out-invoice.ts'
import { invoiceOf } from '../testing/made-invoice.ts'
import type { Invoice } from './invoice-model.ts'
import { findDecimalMark, readDecimal } from './invoice-numbers.ts'
import type { Token } from './invoice-tokens.ts'
import { mostLines, mostPoints, mostVats, parseInvoiceText } from './parse-invoice-text.ts'

const tokens = (text: string) => [
  text.split(' ').map((one): Token => ({ kind: 'number', text: one }) as Token),
]

const figures = ({ lines }: Invoice) =>
  lines.map(({ part, name, quantity, unit, unitPrice, amount }) => ({
    part,
    // A fee has the words of its supplier, and feed-in one price.
    name: part === 'fees' || part === 'feedIn' ? null : name,
    quantity: quantity && toNumber(parseExact(quantity)),
    unit,
    unitPrice: unitPrice && toNumber(parseExact(unitPrice)),
    amount,
  }))

test('every line and sum of an invoice is read, whatever its layout', () => {
  fc.assert(
    fc.property(anyHouse, anyLayout, anyRounding, ({ world, energies, days }, layout, rounding) => {
      const invoice = {
        ...invoiceOf(bill(world, energies, days), rounding),
        meteringPoints: ['383111580000012345'],
      }
      const text = layOutInvoice(invoice, layout)
      const read = parseInvoiceText(text)
      expect(figures(read.invoice), text).toEqual(figures(invoice))
      expect(read.invoice, text).toMatchObject({
        ...{ supplier: 'GEN-I', number: 'R-26-0001', meteringPoints: ['383111580000012345'] },
        ...{ from: invoice.from, to: invoice.to, net: invoice.net, total: invoice.total },
        vats: invoice.vats.map(({ rate, amount }) => ({ rate, amount })),
      })
      expect(read.rows.filter(({ outcome }) => outcome === 'unread')).toEqual([])
    }),
  )
})

describe('what cannot be read', () => {
  test('is told, and not guessed', () => {
    const { invoice, rows } = parseInvoiceText('Energija VT 123 kWh 0,1 4 5,00 7,00\nTrošarina 10,5')
    expect(invoice.lines).toEqual([])
    expect(rows.map(({ outcome }) => outcome)).toEqual(['unread', 'unread'])
  })

  test('is a line without a meaning where its figures make a charge of unknown words', () => {
    const { invoice } = parseInvoiceText('Zelena sonatna 100 kom 0,05000 5,00')
    expect(invoice.lines).toMatchObject([
      { part: null, quantity: '100', unitPrice: '0.05000', amount: '5.00' },
    ])
  })

  test('is nothing at all in a text without an invoice', () => {
    const { invoice } = parseInvoiceText('Dear Sir or Madam,\n\nplease find attached 3 files of 12 kB.')
    expect(invoice).toMatchObject({ lines: [], vats: [], net: null, total: null, from: null })
  })
})

describe('hostile text', () => {
  const hostile = fc.oneof(
    fc.string({ maxLength: 3000 }),
    fc.string({ unit: 'binary', maxLength: 3000 }),
    fc
      .array(
        fc.constantFrom(
          '1',
          ',',
          '.',
          ' ',
          '\n',
          '-',
          '%',
          'kWh',
          'blok',
          'DDV',
          '€',
          '1.1.2026',
          'Energija VT',
          'Za plačilo',
          "'",
        ),
        {
          maxLength: 1500,
        },
      )
      .map((parts) => parts.join('')),
  )

  test('is read without an error, and never becomes more than an invoice can be', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { invoice, rows } = parseInvoiceText(text)
        expect(invoice.lines.length).toBeLessThanOrEqual(mostLines)
        expect(rows.length).toBeLessThanOrEqual(4000)
        for (const { amount } of invoice.lines) expect(amount).toMatch(/^-?\d{1,12}(\.\d{1,10})?$/)
        for (const day of [invoice.from, invoice.to])
          if (day !== null) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
      }),
    )
  })

  test.each([
    ['1,', 150_000],
    ['1 ', 150_000],
    ['Energija VT 1 kWh 0,1\n', 60_000],
    ['9'.repeat(1000), 300],
    ['a.', 150_000],
    ['- ', 150_000],
    ['\t', 300_000],
    ['kWh 1,00 ', 50_000],
  ])('of any length is read in one pass: %j', (part, count) => {
    const { isCut, rows } = parseInvoiceText(part.repeat(count))
    expect(isCut).toBe(true)
    expect(rows.length).toBeLessThanOrEqual(4000)
  })
})

test('a line of unknown words is what the heading above it says, also where cells run into each other', () => {
  const { invoice, rows } = parseInvoiceText(`ELEKTRIČNA ENERGIJA
Sončno okno, nižja sezona  1,918  kWh  0,04090 EUR/kWh0,08
Konično okno 61,712 kWh 0,1 9290 11,90`)
  expect(invoice.lines).toMatchObject([
    {
      part: 'energy',
      name: null,
      label: 'Sončno okno nižja sezona',
      quantity: '1.918',
      unitPrice: '0.04090',
      amount: '0.08',
    },
  ])
  expect(rows.map(({ outcome }) => outcome)).toEqual(['words', 'line', 'unread'])
})

test.each([
  'Datum izdaje: 5. 11. 2026   Rok plačila: 20. 11. 2026\nObračunsko obdobje: 1. 10. 2026 - 31. 10. 2026',
  'Obračunsko obdobje: 1. 10. 2026 - 31. 10. 2026\nDatum izdaje: 5. 11. 2026   Rok plačila: 20. 11. 2026',
  'Datum izdaje   Rok plačila\n5. 11. 2026  20. 11. 2026\nObdobje obračuna od 01.10.2026 do 31.10.2026',
  'Datum izdaje: 5. 11. 2026  Obdobje: 1. 10. 2026–31. 10. 2026  Zapade: 20. 11. 2026',
  'Obračunsko obdobje oktober 2026, izdano 5. 11. 2026, zapade 20. 11. 2026',
  'Obračun za obdobje\n01.10.2026 31.10.2026',
])('the days of issue and payment are no period: %s', (head) => {
  const { invoice } = parseInvoiceText(`Račun št. 77/2026\n${head}\nEnergija ET 100 kWh 0,10890 10,89`)
  expect(invoice).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
  expect(invoice.lines).toHaveLength(1)
})

test('where as many numbers tell of a point as of a comma, the comma is before the decimals', () => {
  // 1.234 and 2,345 may be either.
  expect(findDecimalMark(tokens('10,5 7.25'))).toBe(',')
  expect(findDecimalMark(tokens('10,5 7.25 8.5'))).toBe('.')
  expect(findDecimalMark(tokens('1.234 2,345'))).toBe(',')
  expect(readDecimal('1.234', ',')).toBe('1234')
  expect(readDecimal('1.234', '.')).toBe('1.234')
  expect(readDecimal('1.234,56', '.')).toBe('1234.56')
  expect(readDecimal('1,234.56', ',')).toBe('1234.56')
  expect(readDecimal('-7.25', ',')).toBe('-7.25')
  expect(readDecimal('1234567890123', ',')).toBeNull()
})

test('several metering points and months keep their lines apart', () => {
  const { invoice } = parseInvoiceText(`Račun št. 77/2026
Merilno mesto: 3-1234567
Obdobje 1. 8. 2026 - 31. 8. 2026
Energija ET 100 kWh 0,10890 10,89
Obdobje 1. 9. 2026 - 30. 9. 2026
Energija ET 200 kWh 0,10890 21,78
Merilno mesto: 3-7654321
Energija ET 50 kWh 0,10890 5,45
Poračun preteklega obdobja -3,20
Za plačilo 34,92`)
  expect(invoice).toMatchObject({
    meteringPoints: ['3-1234567', '3-7654321'],
    from: '2026-08-01',
    to: '2026-09-30',
  })
  expect(
    invoice.lines.map(({ from, meteringPoint, amount, part }) => [part, from, meteringPoint, amount]),
  ).toEqual([
    ['energy', '2026-08-01', '3-1234567', '10.89'],
    ['energy', '2026-09-01', '3-1234567', '21.78'],
    ['energy', '2026-09-01', '3-7654321', '5.45'],
    ['settlement', '2026-09-01', '3-7654321', '-3.20'],
  ])
})

test('a reminder is a fee, not a settlement of other periods', () => {
  const { invoice } = parseInvoiceText('Strošek opomina 1 kos 4,50 4,50')
  expect(invoice.lines).toMatchObject([{ part: 'fees', amount: '4.50' }])
})

test.each([
  ['lines that are broken over rows', 'Omrežnina\n1\n2\n3\n4\n5\n6\n7\n'],
  ['lines', 'Energija VT 10 kWh 0,10000 1,00\n'],
  ['taxes', 'DDV 22 % 1,00 0,22\n'],
  ['metering points', ''],
])('more %s than an invoice has are left out, and it is said', (_, row) => {
  const points = Array.from({ length: 100 }, (_, at) => `Merilno mesto 3-${100_000 + at}`).join('\n')
  const { invoice, isCut } = parseInvoiceText(row ? row.repeat(400) : points)
  expect(invoice.lines.length).toBeLessThanOrEqual(mostLines)
  expect(invoice.vats.length).toBeLessThanOrEqual(mostVats)
  expect(invoice.meteringPoints.length).toBeLessThanOrEqual(mostPoints)
  expect(isCut).toBe(true)
})
