import type { Bill, BillLine, BillMonth } from '@ohmstead/pricing/bill-model'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { readZipTexts } from '../../testing/read-zip.ts'
import type { BillFileTask } from './bill-file-task.ts'
import { writeBillWorkbook } from './write-bill-workbook.ts'

const list = { kind: 'priceList' as const, priceListId: 3, version: 2, name: 'Regular' }
const line = (change: Partial<BillLine>): BillLine => ({
  ...{ part: 'energy', name: 't1', isMean: false, confidence: 'high', source: list },
  ...{ quantity: { amount: '100.125', unit: 'kWh' }, unitPrice: '0.12', exact: '12.015', amount: '12.02' },
  ...change,
})
const totals = { net: '12.02', vat: '2.64', feedIn: '1.00', payable: '13.66' }
const quality = { intervals: 2976, measured: 2900, estimated: 10, missing: 66, isProvisional: false }
const month: BillMonth = {
  ...{ month: '2026-05', from: '2026-05-01', to: '2026-05-31', isPart: false, missing: [], totals, quality },
  exact: { ...totals, net: '12.015' },
  lines: [
    line({}),
    line({ name: 'constructor', quantity: { amount: '1', unit: 'month' }, part: 'fees' }),
    line({
      ...{ part: 'vat', name: 'vat', quantity: { amount: '12.02', unit: 'currency' }, unitPrice: '0.22' },
      ...{ exact: '2.6444', amount: '2.64', source: { kind: 'published', rateId: 'vat' } },
    }),
    line({ part: 'feedIn', name: 'spot', isMean: true, exact: '-1.001', amount: '-1.00' }),
  ],
}
const bill: Bill = {
  ...{ currency: 'EUR', from: '2026-05-01', to: '2026-05-31', rounding: 'lineToMinorUnit' },
  ...{ months: [month], totals, exact: month.exact, quality, exchanges: [] },
}
const task: BillFileTask = {
  ...{ kind: 'billFile', bill, readings: { official: 2910, controller: 0, none: 66 }, caveats: [] },
  ...{ title: 'Hiša Novak', timeZone: 'Europe/Ljubljana', locale: 'en' },
}
async function read(change: Partial<BillFileTask> = {}) {
  const { sheets } = await readXlsx(await writeBillWorkbook({ ...task, ...change }))
  const rows = sheets[0]!.rows
  const head = rows.findIndex(([first]) => first === 'Month')
  return { sheets, notes: rows.slice(1, head).map(([text]) => text), rows: rows.slice(head) }
}

test('each line has its quantity, price and amount as numbers, and where its rate comes from', async () => {
  const { rows } = await read()
  const may = new Date('2026-05-01T00:00:00Z')
  expect(rows[0]!.slice(6, 8)).toEqual(['Amount [EUR]', 'Unrounded [EUR]'])
  expect(rows[1]).toEqual([
    ...[may, 'Energy', 'High tariff (VT)', 100.125, 'kWh', 0.12, 12.02, 12.015, 'Regular', 'high'],
    null,
  ])
  // What somebody typed stays as it is.
  expect(rows[2]!.slice(1, 5)).toEqual(['Fees', 'constructor', 1, null])
  expect(rows[3]!.slice(1, 9)).toEqual(['VAT', 'VAT', 12.02, null, 0.22, 2.64, 2.6444, 'Published rate'])
  expect(rows[4]!.slice(1, 3)).toEqual(['Feed-in', 'Market price'])
  expect(rows[4]![10]).toBe('Mean, weighted by energy')
})

test('a source of market prices has a name, not a code', async () => {
  const spot = (source: string) => line({ source: { kind: 'spotMarket', region: 'SI', source } })
  const lines = ['energy-charts', 'modelled'].map(spot)
  const { rows } = await read({ bill: { ...bill, months: [{ ...month, lines }] } })
  expect(rows.slice(1, 3).map((row) => row[8])).toEqual([
    'Market price SI, Energy-Charts (Fraunhofer ISE)',
    'Market price SI, a model of this demonstration, not the market',
  ])
})

test('the sums are those of the month, rounded and not', async () => {
  const { rows } = await read()
  expect(rows.slice(5).map((row) => [row[1], row[6], row[7]])).toEqual([
    ['Without VAT', 12.02, 12.015],
    ['VAT', 2.64, 2.64],
    ['Feed-in', 1, 1],
    ['To pay', 13.66, 13.66],
  ])
})

test('says the period in local days, the quality, and what the bill does not count', async () => {
  const { notes, sheets } = await read({
    caveats: ['netMetering'],
    readings: { official: 2000, controller: 910, none: 66 },
  })
  expect(notes.filter(Boolean)).toEqual([
    expect.stringMatching(/^Period: 1 May 2026 – 31 May 2026 \(Europe\/Ljubljana\)$/),
    'Yearly net metering is not counted: this is not the invoice.',
    expect.stringMatching(/^Of the quarter-hours 97.4% were measured/),
    expect.stringMatching(/come from the official meter/),
    expect.stringMatching(/^Each line is rounded/),
  ])
  expect(sheets[1]!.rows[1]!.slice(3)).toEqual([2976, 2900, 10, 66, false])
})

test('names what amounts of another currency were converted at', async () => {
  const exchanges = [
    { from: 'EUR' as const, to: 'CZK' as const, day: '2026-05-16', rate: '24.35678', source: 'ECB' },
  ]
  const { notes } = await read({ bill: { ...bill, currency: 'CZK', exchanges } })
  expect(notes).toContain('Exchange rate of 16 May 2026, ECB: 1 EUR = 24.35678 CZK')
})

test('what is unknown is empty, with the reason, and never 0', async () => {
  const unknown = { net: null, vat: null, feedIn: null, payable: null }
  const missing = [{ kind: 'noSpotPrice' as const, region: 'SI' }]
  const months = [{ ...month, lines: [], totals: unknown, exact: unknown, missing }]
  const { rows } = await read({ bill: { ...bill, months } })
  expect(rows[1]!.slice(6, 8)).toEqual([null, null])
  expect(rows[1]!.join('')).toContain('No market price is known yet for SI.')
})

test.each([
  ['JPY', '#,##0'],
  ['KWD', '#,##0.000'],
] as const)('amounts in %s have its decimals', async (currency, format) => {
  const file = await writeBillWorkbook({ ...task, bill: { ...bill, currency } })
  const styles = readZipTexts(Buffer.from(file)).get('xl/styles.xml')!
  expect(styles).toContain(format)
  expect(styles).not.toContain('"#,##0.00"')
})
