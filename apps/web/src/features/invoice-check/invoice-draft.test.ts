import { emptyInvoice } from '@ohmstead/pricing/invoice/invoice-model'
import { expect, test } from 'vitest'
import { emptyLine, namesPoint, periodOf, readDraft } from './invoice-draft.ts'

const line = { ...emptyLine, amount: '10.00' }

test('what is typed counts once it is a number; half a number is nothing yet', () => {
  const draft = {
    ...emptyInvoice,
    lines: [{ ...line, quantity: '12,', unitPrice: '0.1' }, { ...line, amount: '1.' }, emptyLine],
    total: '1,5x',
  }
  expect(readDraft(draft)).toMatchObject({
    lines: [{ quantity: null, unitPrice: '0.1', amount: '10.00' }],
    total: null,
  })
})

test('feed-in is credited also where it is typed without a sign', () => {
  expect(readDraft({ ...emptyInvoice, lines: [{ ...line, part: 'feedIn' }] }).lines[0]!.amount).toBe('-10.00')
})

test('one of several metering points has its own lines, and none of the common sums', () => {
  const draft = {
    ...emptyInvoice,
    lines: [
      { ...line, meteringPoint: 'a' },
      { ...line, meteringPoint: 'b' },
    ],
    total: '24.40',
  }
  expect(readDraft(draft, 'b')).toMatchObject({ lines: [{ meteringPoint: 'b' }], total: null })
  expect(readDraft(draft).total).toBe('24.40')
})

test.each([
  [null, '2026-01-31', null],
  ['2026-01-01', '', null],
  ['2026-02-01', '2026-01-31', null],
  ['2020-01-01', '2026-01-31', null],
  ['2026-01-01', '2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
])('from %s to %s is the period %j', (from, to, period) => {
  expect(periodOf({ ...emptyInvoice, from, to })).toEqual(period)
})

test('a metering point is recognised in any spelling; where one is unknown nothing is said', () => {
  const invoice = { ...emptyInvoice, meteringPoints: ['3-1234567'] }
  expect(namesPoint(invoice, ['31234567', null])).toBe(true)
  expect(namesPoint(invoice, ['4-0000001'])).toBe(false)
  expect(namesPoint(invoice, [null])).toBeNull()
  expect(namesPoint(emptyInvoice, ['4-0000001'])).toBeNull()
})
