import type { MeterComparisonView } from '@ohmstead/contract/location-pricing-meters'
import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import type { Bill } from '@ohmstead/pricing/bill-model'
import type { PriceAt } from '@ohmstead/pricing/price-component'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LocationPricingPage } from './location-pricing-page.tsx'

const list = { kind: 'priceList' as const, priceListId: 3, version: 2, name: 'Regular' }
const component = {
  ...{ unit: '/kWh' as const, validFrom: null, validTo: null, confidence: null },
  source: list,
}
const price: PriceAt = {
  currency: 'EUR',
  import: {
    components: [
      { ...component, part: 'energy', name: 't1', rate: '0.1199' },
      { ...component, part: 'vat', name: 'vat', rate: '0.026378' },
      { ...component, part: 'fees', name: 'Electronic invoice', rate: '0.99', unit: '/month' },
    ],
    total: '0.146278',
  },
  export: { components: [], total: null },
}
const totals = { net: '12.00', vat: '2.64', feedIn: '0.00', payable: '14.64' }
const quality = { intervals: 2976, measured: 2900, estimated: 0, missing: 76, isProvisional: true }
const bill: Bill = {
  ...{ currency: 'EUR', from: '2026-05-01', to: '2026-05-31', rounding: 'lineToMinorUnit' as const },
  ...{ totals, exact: totals, quality, exchanges: [] },
  months: [
    {
      ...{ month: '2026-05', from: '2026-05-01', to: '2026-05-31', isPart: false, missing: [] },
      ...{ totals, exact: totals, quality },
      lines: [
        {
          ...{ part: 'energy', name: 't1', isMean: false, confidence: null, source: list },
          ...{ quantity: { amount: '100', unit: 'kWh' }, unitPrice: '0.12', exact: '12', amount: '12.00' },
        },
        {
          ...{ part: 'vat', name: 'vat', isMean: false, confidence: null, source: null },
          ...{
            quantity: { amount: '12', unit: 'currency' },
            unitPrice: '0.22',
            exact: '2.64',
            amount: '2.64',
          },
        },
      ],
    },
  ],
}
const planned: LocationPricingView = {
  ...{
    version: 4,
    time_zone: 'Europe/Ljubljana',
    activePriceListId: 3,
    gaps: [],
    warning: null,
    point: null,
  },
  plan: { id: 9, name: 'House', version: 1 },
  entries: [
    {
      ...{ priceListId: 3, priceListName: 'Regular', utility: 'Sonce', listType: 'fixed', currency: 'EUR' },
      ...{ validFrom: '2025-01-01', validTo: null, phase: 'active' },
    },
  ],
}
const unplanned: LocationPricingView = {
  ...planned,
  ...{ version: 0, plan: null, entries: [], activePriceListId: null, warning: 'noPlan' },
}

const joinedPoint: NonNullable<LocationPricingView['point']> = {
  ...{ origin: 'joined', abstractDeviceId: 1, pointName: 'Home', userGroup: 0, isHousehold: true },
  ...{ connectionPowerKw: 17, phases: 3, fuseAmpere: 25, tariffsCount: 2, agreedPowersKw: null },
  ...{ powersSetBy: null, assumedFields: [], readingsFrom: null, readingsTo: null },
  ...{ netMetering: false, entered: null },
}

const setPlan = 'PUT /locations/:locationId/pricing/plan'
const pathOf = '/locations/$locationId/pricing'
const show = (person = createPerson()) =>
  renderPage(<LocationPricingPage />, { at: '/locations/7/pricing', pattern: pathOf, person })
const answers = (pricing: LocationPricingView) => ({
  'GET /locations/:locationId': () => ({ location: createLocation() }),
  'GET /locations/:locationId/pricing': () => ({ pricing }),
  'GET /locations/:locationId/pricing/price': () => ({ at: 0, price }),
  'GET /locations/:locationId/pricing/prices': () => ({
    ...{ currency: 'EUR' as const, time_zone: 'Europe/Ljubljana', from: 0, to: 1_800_000 },
    ...{ importPrices: [0.1, null], exportPrices: [0, null] },
  }),
  'GET /locations/:locationId/pricing/bill': () => ({
    bill,
    readings: { official: 2900, controller: 0, none: 76 },
    caveats: [],
  }),
  'GET /locations/:locationId/pricing/repricings': () => ({ repricings: [] }),
  'GET /locations/:locationId/pricing/plans': () => ({
    ratePlans: [
      {
        ...{ id: 9, version: 1, name: 'House', companyId: null, entries: [], isInUse: true, canEdit: true },
        ...{ locations: [], hiddenLocations: 0, updatedAt: 0 },
      },
    ],
  }),
})

test('the price now stands first, with what it is made of and where that comes from', async () => {
  fakeApi(answers(planned))
  await show()
  const now = await screen.findByRole('region', { name: 'Now' })
  expect(await within(now).findAllByText('€0.14628/kWh')).toHaveLength(2)
  const sum = within(now).getByRole('row', { name: /Total per kilowatt-hour/, hidden: true })
  expect(sum.textContent).toContain('€0.14628/kWh')
  const row = within(now).getByRole('row', { name: /Electronic invoice/, hidden: true })
  expect(row.textContent).toContain('€0.99')
  expect(within(now).queryByText('A kilowatt-hour fed in earns')).toBeNull()
})

test('without a plan, the library of offers is one step away, for this location', async () => {
  fakeApi(answers(unplanned))
  await show()
  const pick = await screen.findByRole('link', { name: 'Pick an offer' })
  expect(pick.getAttribute('href')).toBe('/pricing/offers?location=7')
})

const exchange = { from: 'EUR', to: 'CZK', day: '2026-01-01', rate: '24.35', source: 'ECB' } as const

test('a part of the price says on which days it holds, and what it was converted at', async () => {
  const energy = { ...component, part: 'energy' as const, name: 't1', rate: '2.9', exchange }
  const dated = { ...energy, validFrom: '2025-03-01', validTo: '2026-12-31' }
  const components = [dated, { ...energy, name: 't2', validFrom: '2025-03-01' }]
  fakeApi({
    ...answers(planned),
    'GET /locations/:locationId/pricing/price': () => ({
      at: 0,
      price: { ...price, currency: 'CZK' as const, import: { components, total: '5.8' } },
    }),
  })
  await show()
  const now = await screen.findByRole('region', { name: 'Now' })
  const textOf = async (name: RegExp) =>
    (await within(now).findByRole('row', { name, hidden: true })).textContent
  expect(await textOf(/High tariff/)).toContain('1 March 2025 – 31 December 2026')
  expect(await textOf(/High tariff/)).toContain('Exchange rate of 1 January 2026, ECB: 1 EUR = 24.35 CZK')
  expect(await textOf(/Low tariff/)).toContain('from 1 March 2025')
})

test('a bill names the exchange rates that are in it, with their day and source', async () => {
  fakeApi({
    ...answers(planned),
    'GET /locations/:locationId/pricing/bill': () => ({
      bill: { ...bill, currency: 'CZK' as const, exchanges: [exchange] },
      readings: { official: 2900, controller: 0, none: 76 },
      caveats: [],
    }),
  })
  await show()
  const invoice = await screen.findByRole('region', { name: 'Monthly bill' })
  expect(
    await within(invoice).findByText('Exchange rate of 1 January 2026, ECB: 1 EUR = 24.35 CZK'),
  ).toBeTruthy()
})

test.each([
  ['zeros', [0, 0, 0, 0, 0], 'None: each month is billed by its own highest powers.'],
  ['unknown powers', null, 'The agreed power is not known.'],
] as const)('a point with %s says how its power is billed', async (_, powers, text) => {
  fakeApi({
    ...answers({ ...planned, point: { ...joinedPoint, agreedPowersKw: powers && [...powers] } }),
    'GET /locations/:locationId/pricing/meter-comparison': () => ({ comparison: null }),
  })
  await show()
  expect(await screen.findByText(text)).toBeTruthy()
})

test('yearly net metering is said to be left out, on the page and in the bill', async () => {
  fakeApi({
    ...answers({ ...planned, point: { ...joinedPoint, netMetering: true } }),
    'GET /locations/:locationId/pricing/meter-comparison': () => ({ comparison: null }),
    'GET /locations/:locationId/pricing/bill': () => ({
      ...{ bill, readings: { official: 2900, controller: 0, none: 76 } },
      caveats: ['netMetering' as const],
    }),
  })
  await show()
  expect((await screen.findByRole('note')).textContent).toContain('has yearly net metering')
  const region = await screen.findByRole('region', { name: 'Monthly bill' })
  await within(region).findByText('Yearly net metering is not counted: this is not the invoice.')
})

test('any quarter-hour of today and tomorrow is chosen in the drawing, and its price is explained', async () => {
  const api = fakeApi(answers(planned))
  await show()
  const region = await screen.findByRole('region', { name: 'Today and tomorrow' })
  const cursor = await within(region).findByRole('slider', { name: 'Quarter-hour whose price is shown' })
  // The mouse reads out what it passes, and chooses nothing.
  vi.spyOn(cursor, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 96, 20))
  fireEvent.pointerMove(cursor, { pointerType: 'mouse', clientX: 0 })
  await within(region).findByText(/, 01:00–01:15: /)
  fireEvent.pointerLeave(cursor)
  expect(within(region).queryByText(/, 01:00–01:15: /)).toBeNull()
  fireEvent.change(cursor, { target: { value: '1' } })
  await within(region).findByText(/, 01:15–01:30$/)
  expect(cursor.getAttribute('aria-valuetext')).toMatch(/, 01:15–01:30: /)
  await within(region).findAllByText('€0.14628/kWh')
  const asked = api.sentTo('GET /locations/:locationId/pricing/price').map(({ query }) => Number(query.at))
  expect(asked.at(-1)! % 3_600_000).toBe(900_000)
  expect(within(region).getByRole('row', { name: /^Energy/, hidden: true }).textContent).toContain('€0.1199')
})

test('a month is an invoice: lines, sums, how sure it is, and how it is rounded', async () => {
  fakeApi(answers(planned))
  await show()
  const region = await screen.findByRole('region', { name: 'Monthly bill' })
  const row = await within(region).findByRole('row', { name: /High tariff/ })
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['100.000 kWh', '€0.12000/kWh', '€12.00'])
  // On a phone, where only the item and its amount have room.
  expect(within(row).getByText('100.000 kWh × €0.12000/kWh')).toBeTruthy()
  expect(within(region).getByRole('row', { name: /VAT.*22%/ }).textContent).toContain('€2.64')
  expect(within(region).getByText('provisional')).toBeTruthy()
  expect(within(region).getByText(/rounded to the smallest unit/)).toBeTruthy()
  expect(within(region).getAllByText('€14.64')).toHaveLength(2)
})

test('a bill whose energy two meters measured says how much of it each did', async () => {
  fakeApi({
    ...answers(planned),
    'GET /locations/:locationId/pricing/bill': () => ({
      ...{ bill, readings: { official: 2232, controller: 744, none: 0 } },
      caveats: [],
    }),
  })
  await show()
  await screen.findByText('75% come from the official meter, 25% from the controller’s.')
})

test('the tax of an unknown bill is unknown, and a part of a month says how it is rounded', async () => {
  const unknown = { net: null, vat: null, feedIn: null, payable: null }
  const missing = [{ kind: 'noMeteringPoint' as const }]
  const month = { ...bill.months[0]!, totals: unknown, exact: unknown, missing, isPart: true }
  fakeApi({
    ...answers(planned),
    'GET /locations/:locationId/pricing/bill': () => ({
      bill: { ...bill, totals: unknown, exact: unknown, months: [month] },
      readings: { official: 2900, controller: 0, none: 76 },
      caveats: [],
    }),
  })
  await show()
  const region = await screen.findByRole('region', { name: 'Monthly bill' })
  const tax = await within(region).findByRole('row', { name: /VAT 22%|^VAT/ })
  expect(tax.textContent).not.toContain('€2.64')
  expect(within(region).getByText(/sums are exact/)).toBeTruthy()
})

test('without a plan the page warns, and a plan can be chosen; another’s change meanwhile is told', async () => {
  let isRefused = true
  let pricing = unplanned
  const api = fakeApi({
    ...answers(unplanned),
    'GET /locations/:locationId/pricing': () => ({ pricing }),
    [setPlan]: () => {
      if (isRefused) {
        pricing = { ...planned, version: 1, plan: { id: 8, name: 'Farm', version: 1 } }
        throw new Refusal('edited_meanwhile')
      }
      pricing = planned
      return { pricing }
    },
  })
  const { user } = await show()
  expect((await screen.findByRole('alert')).textContent).toContain('This location has no price plan.')
  expect(screen.queryByRole('region', { name: 'Now' })).toBeNull()
  // Who has no plan has no price list either: that is the first thing to do.
  const create = screen.getByRole('link', { name: 'Create a price list' })
  expect(create.getAttribute('href')).toBe('/locations/7/pricing/price-lists/create')
  await user.click(screen.getByRole('button', { name: 'Choose a rate plan' }))
  await user.selectOptions(await screen.findByLabelText('Rate plan'), 'House')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Somebody else has changed this meanwhile/)
  // What they chose is shown behind the form, which is saved from that version.
  await screen.findByText('Farm')
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The location’s rate plan has been saved.')
  expect(api.sentTo(setPlan).map(({ body }) => body)).toEqual([
    { ratePlanId: 9, version: 0 },
    { ratePlanId: 9, version: 1 },
  ])
  await expect.poll(() => screen.queryByText('Farm')).toBeNull()
  await screen.findByRole('region', { name: 'Now' })
})

test('who may only look is offered no change', async () => {
  fakeApi(answers(planned))
  const permissions = {
    locations: [{ id: 7, view: true, edit: false, control: false, manageUsers: false }],
  }
  await show(createPerson({ permissions }))
  await screen.findByRole('region', { name: 'Monthly bill' })
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Join a metering point' })).toBeNull()
})

test('a failed price offers to try again, and the rest of the page stays', async () => {
  let isDown = true
  fakeApi({
    ...answers(planned),
    'GET /locations/:locationId/pricing/price': () => {
      if (isDown) throw new Refusal('unavailable')
      return { at: 0, price }
    },
  })
  const { user } = await show()
  const now = await screen.findByRole('region', { name: 'Now' })
  const retry = await within(now).findByRole('button', { name: 'Try again' })
  isDown = false
  await user.click(retry)
  await within(now).findAllByText('€0.14628/kWh')
})

/** A day on which both meters took 10 kWh, and the official one counted twice what the controller counted as fed in. */
const meterSums = (days: number, fedIn: number) => ({
  importMilliWh: 10e6 * days,
  exportMilliWh: fedIn * 1e6 * days,
})
const differing = (days: readonly string[]): MeterComparisonView => ({
  days: days.map((day) => ({
    ...{ day, comparable: 96, agrees: false },
    ...{ official: meterSums(1, 8), controller: meterSums(1, 4) },
  })),
  ...{ official: meterSums(days.length, 8), controller: meterSums(days.length, 4) },
  comparable: 96 * days.length,
  disagreement: {
    ...{ since: days[0]!, until: days.at(-1)!, suspicions: [], importShare: 0, exportShare: -0.5 },
    ...{ official: meterSums(days.length, 8), controller: meterSums(days.length, 4) },
  },
})

test('meters that differ in feed-in say so, and since when even if that was before the days shown', async () => {
  const shown = differing(['2026-05-01', '2026-05-02'])
  const all = differing(['2026-02-03', '2026-05-01', '2026-05-02'])
  const { sentTo } = fakeApi({
    ...answers({ ...planned, point: joinedPoint }),
    'GET /locations/:locationId/pricing/meter-comparison': ({ query }) => ({
      comparison: Date.parse(query.to!) - Date.parse(query.from!) > 100 * 86_400_000 ? all : shown,
    }),
  })
  await show()
  const meters = await screen.findByRole('region', { name: 'Official meter and controller' })
  await within(meters).findByText(
    'Since 3 February 2026 the controller has measured 12.0 kWh (50%) less feed-in than the official meter.',
  )
  expect(within(meters).queryByText(/less than the official meter/)).toBeNull()
  const fedIn = within(meters).getAllByRole('row', { name: /Feed-in/ })
  expect(
    fedIn.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['8.00', '4.00', '−50.0%'],
    ['8.00', '4.00', '−50.0%'],
  ])
  expect(sentTo('GET /locations/:locationId/pricing/meter-comparison')).toHaveLength(2)
  // The drawing, which is loaded by itself, tells the same.
  await within(meters).findByText('The meters disagree since 3 February 2026')
})
