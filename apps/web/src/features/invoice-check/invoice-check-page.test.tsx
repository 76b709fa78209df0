import type { KeptInvoiceCheck } from '@ohmstead/contract/invoice-check'
import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { bill } from '@ohmstead/pricing/bill'
import { type Layout, layOutInvoice } from '@ohmstead/pricing/testing/lay-out-invoice'
import { invoiceOf, withSums } from '@ohmstead/pricing/testing/made-invoice'
import { housePoint, makeEnergies, makeList, makeWorld } from '@ohmstead/pricing/testing/made-world'
import { encodeWorld } from '@ohmstead/pricing/wire/pricing-world-wire'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { InvoiceCheckPage } from './invoice-check-page.tsx'

const days = { from: '2026-05-01', to: '2026-05-31' }
const world = makeWorld(
  [
    makeList({
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
      monthlyFees: [{ name: 'Fee', amount: '0.99' }],
    }),
  ],
  { point: housePoint() },
)
const energies = makeEnergies('2026-04-01', '2026-06-01')
const due = bill(world, energies, days)
const right = invoiceOf(due)
const layout: Layout = {
  language: 'sl',
  decimal: ',',
  thousands: '.',
  order: ['quantity', 'unit', 'price', 'amount'],
  breaks: 'none',
  gap: '  ',
  ...{ unitOfPrice: true, headings: true, noise: true, scanned: false, subtotals: true, creditSign: false },
  sums: 'table',
}
const textOf = (invoice: typeof right) => layOutInvoice(invoice, layout)
/** The rate of block 2 that held until February 2026. */
const wrong = withSums(
  {
    ...right,
    lines: right.lines.map((line) =>
      line.part === 'networkPower' && line.name === 'block2'
        ? { ...line, unitPrice: '0.91224', amount: '3.28' }
        : line,
    ),
  },
  due,
)

const pricing: LocationPricingView = {
  ...{ version: 4, time_zone: 'Europe/Ljubljana', activePriceListId: 1, gaps: [], warning: null },
  ...{ point: null, plan: { id: 9, name: 'House', version: 1 }, entries: [] },
}
const kept: KeptInvoiceCheck = {
  ...{
    id: 5,
    from: days.from,
    to: days.to,
    supplier: 'GEN-I',
    number: 'R-7',
    checkedAt: 0,
    checkedBy: 'Ana',
  },
  result: {
    ...{ verdict: 'tooMuch', currency: 'EUR', invoiceTotal: '61.00', billTotal: '59.00' },
    ...{ difference: '2.00', differences: [{ kind: 'rate', amount: '2.00' }] },
  },
}
const answers = {
  'GET /locations/:locationId': () => ({ location: createLocation() }),
  'GET /locations/:locationId/pricing': () => ({ pricing }),
  'GET /locations/:locationId/pricing/bill': () => ({
    bill: due,
    readings: { official: 2976, controller: 0, none: 0 },
    caveats: [],
  }),
  'GET /locations/:locationId/pricing/world': () => ({
    world: encodeWorld(world),
    energies: {
      first_start: energies.firstStartMs / 1000,
      import_milli_wh: [...energies.importMilliWh],
      export_milli_wh: null,
      quality: '.'.repeat(energies.importMilliWh.length),
    },
  }),
  'GET /locations/:locationId/pricing/offers': () => ({ offers: [], point: null as never }),
  'GET /locations/:locationId/pricing/meter-comparison': () => ({ comparison: null }),
  'GET /locations/:locationId/invoice-checks': () => ({ checks: [] as KeptInvoiceCheck[] }),
}
const show = (person = createPerson()) =>
  renderPage(<InvoiceCheckPage />, {
    at: '/locations/7/money/invoice',
    pattern: '/locations/$locationId/money/invoice',
    person,
  })
/** The toasts have a place of the same role. */
const findAnswer = async () =>
  within(await screen.findByRole('region', { name: 'Comparison' })).getByRole('status')
const paste = async (text: string) => {
  fireEvent.change(await screen.findByLabelText('Or paste the text of the invoice'), {
    target: { value: text },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Check the text' }))
}

test('an invoice that agrees is answered in one sentence, and without a letter', async () => {
  fakeApi(answers)
  await show()
  await paste(textOf(right))
  const answer = await findAnswer()
  expect(answer.textContent).toContain('agrees with the readings and prices')
  expect(answer.dataset.tone).toBe('good')
  expect(answer.textContent).not.toContain('Some readings are estimated or missing')
  expect(screen.queryByRole('region', { name: 'Letter to the supplier' })).toBeNull()
})

test('an old rate is found and named, and the letter says so', async () => {
  fakeApi(answers)
  await show()
  await paste(textOf(wrong))
  const answer = await findAnswer()
  await vi.waitFor(() =>
    expect(answer.textContent).toMatch(/too low.*\(Block 2\): Other price\. This price applied from/s),
  )
  const row = within(screen.getByRole('region', { name: 'Comparison' })).getByRole('row', {
    name: /Other price/,
  })
  expect(row.textContent).toContain('€0.91224/kW')
  const letter = screen.getByRole('region', { name: 'Letter to the supplier' })
  expect(letter.textContent).toContain('Objection to invoice no. R-26-0001')
  expect(letter.textContent).toContain('€0.91224/kW = €3.28')
  // In words which way, and signed.
  expect(letter.textContent).toMatch(/is due\. The invoice is €\d\.\d\d too low\./)
  expect(letter.textContent).toMatch(/Yours faithfully\s+\S/)
  expect(letter.textContent).not.toContain('+€')
})

test('what explains several lines stands in the letter once', async () => {
  fakeApi(answers)
  await show()
  const old = { block2: ['0.91224', '3.28'], block3: ['0.16297', '0.59'] } as Record<string, [string, string]>
  const lines = right.lines.map((line) => {
    const [unitPrice, amount] = (line.part === 'networkPower' && old[line.name ?? '']) || []
    return unitPrice ? { ...line, unitPrice, amount: amount! } : line
  })
  await paste(textOf(withSums({ ...right, lines }, due)))
  const letter = await screen.findByRole('region', { name: 'Letter to the supplier' })
  await vi.waitFor(() => expect(letter.textContent).toContain('This price applied from'))
  expect(letter.textContent?.match(/: invoiced /g)).toHaveLength(2)
  expect(letter.textContent?.match(/This price applied from/g)).toHaveLength(1)
})

test('where the bill is not known nothing is called wrong, and nobody objects', async () => {
  const unknown = bill({ ...world, point: null }, energies, days)
  fakeApi({
    ...answers,
    'GET /locations/:locationId/pricing/bill': () => ({
      ...answers['GET /locations/:locationId/pricing/bill'](),
      bill: unknown,
    }),
  })
  await show()
  await paste(textOf(wrong))
  const answer = await findAnswer()
  expect(answer.dataset.tone).toBe('open')
  expect(answer.textContent).toMatch(/metering point/i)
  expect(screen.queryByRole('region', { name: 'Letter to the supplier' })).toBeNull()
})

test('what the figures rest on is told: estimated readings, and sums that were worked out', async () => {
  const isEstimated = energies.isEstimated.map((_, i) => Number(i > 4000 && i < 4010))
  const estimated = bill(world, { ...energies, isEstimated }, days)
  fakeApi({
    ...answers,
    'GET /locations/:locationId/pricing/bill': () => ({
      ...answers['GET /locations/:locationId/pricing/bill'](),
      bill: estimated,
    }),
  })
  await show()
  await paste('Obračunsko obdobje: 1. 5. 2026 - 31. 5. 2026\nEnergija VT  100  kWh  0,11990  11,99')
  const region = await screen.findByRole('region', { name: 'Comparison' })
  await findAnswer()
  expect(region.textContent).toContain('Some readings are estimated or missing')
  expect(region.textContent).toContain('Sums that the invoice does not show')
  expect((await findAnswer()).dataset.tone).toBe('bad')
})

test('nobody objects to an invoice because energy was shared', async () => {
  const billed = answers['GET /locations/:locationId/pricing/bill']()
  const shared = () => ({ ...billed, caveats: ['sharing' as const] })
  fakeApi({ ...answers, 'GET /locations/:locationId/pricing/bill': shared })
  await show()
  await paste(textOf(wrong))
  await findAnswer()
  expect(screen.getByRole('alert').textContent).toContain('This location shares energy')
  expect(screen.queryByRole('region', { name: 'Letter to the supplier' })).toBeNull()
})

test('a figure that was read wrongly is corrected, and the answer follows', async () => {
  fakeApi(answers)
  await show()
  await paste(textOf(wrong))
  const figures = await screen.findByRole('region', { name: 'Figures of the invoice' })
  const line = within(figures)
    .getByText(/obračunska moč časovni blok 2/)
    .closest('details')!
  line.open = true
  fireEvent(line, new Event('toggle'))
  const { unitPrice, amount } = right.lines.find(
    ({ part, name }) => part === 'networkPower' && name === 'block2',
  )!
  fireEvent.change(await within(line).findByLabelText(/Unit price/), { target: { value: unitPrice } })
  fireEvent.change(within(line).getByLabelText(/Amount/), { target: { value: amount } })
  fireEvent.change(within(figures).getByLabelText(/Without VAT/), { target: { value: right.net } })
  fireEvent.change(within(figures).getByLabelText(/^VAT/), { target: { value: right.vats[0]!.amount } })
  fireEvent.change(within(figures).getByLabelText(/To pay/), { target: { value: right.total } })
  await vi.waitFor(async () => expect((await findAnswer()).textContent).toContain('agrees'))
})

test('a text without an invoice is not one, and a location without prices leads to them', async () => {
  fakeApi(answers)
  await show()
  await paste('Dear Sir')
  expect((await screen.findByRole('alert')).textContent).toContain('No items were found')
})

test('without prices the way to them is one step', async () => {
  fakeApi({
    ...answers,
    'GET /locations/:locationId/pricing': () => ({ pricing: { ...pricing, plan: null } }),
  })
  await show()
  const link = await screen.findByRole('link', { name: 'Choose a rate plan' })
  expect(link.getAttribute('href')).toBe('/locations/7/pricing')
})

test('nothing is sent until somebody asks to keep the check', async () => {
  const { sentTo } = fakeApi({
    ...answers,
    'POST /locations/:locationId/invoice-checks': () => ({ check: kept }),
  })
  await show()
  await paste(textOf(right))
  await findAnswer()
  expect(sentTo('POST /locations/:locationId/invoice-checks')).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Keep this check' }))
  await vi.waitFor(() => expect(sentTo('POST /locations/:locationId/invoice-checks')).toHaveLength(1))
  expect(sentTo('POST /locations/:locationId/invoice-checks')[0]).toMatchObject({ body: { ...days } })
})

test('kept checks are listed, opened again and deleted', async () => {
  const { from: _, to: __, ...invoice } = wrong
  const { sentTo } = fakeApi({
    ...answers,
    'GET /locations/:locationId/invoice-checks': () => ({ checks: [kept] }),
    'GET /locations/:locationId/invoice-checks/:invoiceCheckId': () => ({
      check: kept,
      invoice: { ...invoice, ...days },
    }),
    'DELETE /locations/:locationId/invoice-checks/:invoiceCheckId': () => undefined,
  })
  await show()
  const list = await screen.findByRole('region', { name: 'Kept checks' })
  expect(list.textContent).toContain('The invoice is €2.00 too high.')
  fireEvent.click(within(list).getByRole('button', { name: 'Delete' }))
  fireEvent.click(
    within(await screen.findByRole('dialog'))
      .getAllByRole('button', { name: 'Delete' })
      .at(-1)!,
  )
  await vi.waitFor(() =>
    expect(sentTo('DELETE /locations/:locationId/invoice-checks/:invoiceCheckId')).toHaveLength(1),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect((await findAnswer()).textContent).toContain('too low')
})

test('who only sees the location keeps and deletes nothing', async () => {
  fakeApi({ ...answers, 'GET /locations/:locationId/invoice-checks': () => ({ checks: [kept] }) })
  const rights = { id: 7, view: true, edit: false, control: false, manageUsers: false }
  await show(createPerson({ permissions: { locations: [rights] } }))
  const list = await screen.findByRole('region', { name: 'Kept checks' })
  expect(within(list).queryByRole('button', { name: 'Delete' })).toBeNull()
})
