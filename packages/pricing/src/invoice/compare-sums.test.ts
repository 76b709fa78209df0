import { type Exact, formatExact, parseExact } from '@ohmstead/domain/money/exact'
import { describe, expect, test } from 'vitest'
import { compareSums } from './compare-sums.ts'
import { emptyInvoice, type Invoice, type InvoiceLine } from './invoice-model.ts'

const line = (part: InvoiceLine['part'], amount: string): InvoiceLine => ({
  ...{ part, name: null, label: '', quantity: null, unit: null, unitPrice: null, amount },
  ...{ vatRate: null, from: null, to: null, meteringPoint: null },
})
const vat = (amount: string, more: Partial<Invoice['vats'][number]> = {}) => ({
  ...{ rate: '0.22', base: null, amount },
  ...more,
})
const lines = [line('energy', '100.00'), line('feedIn', '-20.00')]
const settlement = line('settlement', '15.00')
const invoice = (more: Partial<Invoice>): Invoice => ({
  ...emptyInvoice,
  ...{ lines, net: '100.00', vats: [vat('22.00')], total: '102.00' },
  ...more,
})
const compare = (more: Partial<Invoice>, bill: { net?: string; vat?: string } = {}) => {
  const { net = '100.00', vat: tax = '22.00' } = bill
  const found = compareSums(invoice(more), { net: parseExact(net), vat: parseExact(tax), rate: '0.22' }, 2)
  const text = (amount: Exact) => formatExact(amount, 2)
  return {
    ...found,
    total: text(found.total),
    parts: found.parts.map(({ kind, amount, explanations }) => [kind, text(amount), explanations]),
  }
}

describe('sums of an invoice', () => {
  test('that add up leave nothing', () => {
    expect(compare({})).toEqual({ parts: [], total: '102.00', derived: [], isSettledApart: false })
  })

  test('that do not are named with what is too much', () => {
    expect(compare({ net: '110.00', total: '112.00' }).parts).toEqual([['sum', '10.00', []]])
    expect(compare({ total: '112.00' }).parts).toEqual([['total', '10.00', []]])
    // A cent or two are rounding of lines.
    expect(compare({ net: '100.02', total: '102.02' }).parts).toEqual([['rounding', '0.02', []]])
  })

  test('that are not printed are worked out, and it is told', () => {
    const found = compare({ lines: [...lines, settlement], net: null, vats: [], total: null })
    expect(found).toMatchObject({ total: '117.00', parts: [], derived: ['net', 'vat', 'total'] })
  })

  test('may have the settlement of other months in them, or beside them', () => {
    const all = [...lines, settlement]
    expect(compare({ lines: all, total: '117.00' })).toMatchObject({ parts: [], isSettledApart: false })
    expect(compare({ lines: all, total: '102.00' })).toMatchObject({
      ...{ parts: [], isSettledApart: true, total: '102.00' },
    })
    expect(compare({ lines: all, net: '115.00', total: '117.00' })).toMatchObject({
      ...{ parts: [], isSettledApart: false },
    })
  })
})

describe('tax', () => {
  test('of another rate, of another base, or less credits, is explained', () => {
    expect(compare({ vats: [vat('9.50', { rate: '0.095' })], total: '89.50' }).parts).toEqual([
      ['vat', '-12.50', [{ kind: 'vatRate', rate: '0.095' }]],
    ])
    expect(compare({ vats: [vat('33.00', { base: '150' })], total: '113.00' }).parts).toEqual([
      ['vat', '11.00', [{ kind: 'vatBase', base: '150.00' }]],
    ])
    expect(compare({ vats: [vat('17.60')], total: '97.60' }).parts).toEqual([
      ['vat', '-4.40', [{ kind: 'vatOnFeedIn' }]],
    ])
  })

  test('of lines that differ follows from them, and of a cent is rounding', () => {
    expect(compare({}, { net: '90.00', vat: '19.80' }).parts).toEqual([['vatFollows', '2.20', []]])
    expect(compare({}, { net: '99.90', vat: '21.98' }).parts).toEqual([['rounding', '0.02', []]])
  })
})
