import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { MonthUnderView } from '@ohmstead/contract/price-lists-preview'
import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RatePlanPage } from './rate-plan-page.tsx'
import { RatePlansPage } from './rate-plans-page.tsx'

const listOf = (id: number, name: string): PriceListView => ({
  ...{ id, name, version: 1, utility: 'Sonce', countryCode: 'SI', validFrom: '2020-01-01', validTo: null },
  ...{ companyId: null, supplyOffer: null, isActive: true, isInUse: true, planCount: 1, locationCount: 1 },
  ...{ canEdit: true, updatedAt: 0 },
  terms: {
    ...{ currency: 'EUR', isMultiTariff: false, hasExportPrice: false, sell: null, monthlyFees: [] },
    highTariff: { fromMinute: 360, toMinute: 1320, onWorkdaysOnly: true },
    buy: { kind: 'fixed', t0: '0.1', t1: null, t2: null },
    ...{ buyFeePerKwh: '0', sellFeePerKwh: '0', network: { kind: 'none' } },
    taxes: { published: false, rows: [] },
  },
})
const lists = [listOf(1, 'Basic'), listOf(2, 'Spot')]
const plan: RatePlanView = {
  ...{ id: 9, version: 4, name: 'House', companyId: null, isInUse: true, updatedAt: 0, canEdit: true },
  ...{ locations: [{ id: 7, name: 'Home' }], hiddenLocations: 2 },
  entries: [
    { priceListId: 1, priceListName: 'Basic', validFrom: '2026-01-01', validTo: '2026-03-31' },
    { priceListId: 2, priceListName: 'Spot', validFrom: '2026-05-01', validTo: null },
  ],
}
const totals = { net: '10.00', vat: '0.00', feedIn: '0.00', payable: '10.00' }
const months: MonthUnderView[] = [
  {
    ...{ month: '2026-10', isPart: false, now: totals, nowCurrency: 'EUR', draftCurrency: 'EUR' },
    ...{ draft: { ...totals, payable: '12.50' }, isProvisional: false, missing: [] },
  },
  {
    ...{ month: '2026-11', isPart: true, now: totals, nowCurrency: 'EUR', draftCurrency: 'EUR' },
    ...{ draft: { ...totals, payable: null }, isProvisional: true, missing: [{ kind: 'noPriceList' }] },
  },
]
const update = 'PUT /pricing/plans/:planId'
const preview = 'POST /pricing/plans/preview'

function cloud(offered = lists) {
  let stored = plan
  const api = fakeApi({
    'GET /pricing/plans/:planId': () => ({ ratePlan: stored }),
    'GET /pricing/plans': () => ({ ratePlans: [stored, { ...plan, id: 10, name: 'Empty', entries: [] }] }),
    'GET /pricing/price-lists': () => ({ priceLists: offered }),
    [preview]: () => ({ months }),
    [update]: ({ body }) => {
      if (body.version !== stored.version) throw new Refusal('edited_meanwhile')
      const entries = body.entries.map((entry) => ({
        ...entry,
        priceListName: lists.find(({ id }) => id === entry.priceListId)!.name,
      }))
      stored = { ...stored, name: body.name, version: stored.version + 1, entries }
      return { ratePlan: stored }
    },
  })
  return { ...api, change: (by: Partial<RatePlanView>) => (stored = { ...stored, ...by }) }
}
const show = () =>
  renderPage(<RatePlanPage />, {
    at: '/pricing/plans/9',
    pattern: '/pricing/plans/$planId',
    person: createPerson(),
  })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Price lists of the plan' })).getAllByRole('listitem')
const change = () => screen.queryByRole('region', { name: 'What changes on the bill' })

test('the time line says which days have no list, before anything is changed', async () => {
  cloud()
  await show()
  await rows()
  expect(screen.getByText('Without a price list: 1 April 2026 – 30 April 2026')).toBeTruthy()
  expect(change()).toBeNull()
})

test('before it is saved, a change says what it does to the bill and which days lose their price', async () => {
  const api = cloud()
  const { user } = await show()
  const [, spot] = await rows()
  await user.click(within(spot!).getByRole('button', { name: 'Remove “Spot”' }))
  const shown = await screen.findByRole('region', { name: 'What changes on the bill' })
  expect(within(shown).getByRole('alert').textContent).toBe(
    'Days that lose their price: from 1 May 2026. Affected: Home, 2 more locations',
  )
  const october = await within(shown).findByRole('region', { name: 'October 2026' })
  expect(october.textContent).toContain('+€2.50')
  const november = within(shown).getByRole('region', { name: 'November 2026 until yesterday' })
  expect(november.textContent).toContain('No price list applies on these days.')
  expect(api.sentTo(preview).at(-1)!.body).toEqual({
    locationId: 7,
    entries: [{ priceListId: 1, validFrom: '2026-01-01', validTo: '2026-03-31' }],
  })
  expect(api.sentTo(update)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(change).toBeNull()
  expect(api.sentTo(update)).toHaveLength(1)
})

test('days with two lists are marked, nothing is asked about them, and they are not saved', async () => {
  const api = cloud()
  const { user } = await show()
  const [basic] = await rows()
  const end = within(basic!).getByRole('textbox', { name: 'Valid to' })
  await user.clear(end)
  await screen.findByText('On some of these days “Basic” applies already.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(change()).toBeNull()
  expect(api.sentTo(preview)).toEqual([])
  expect(api.sentTo(update)).toEqual([])
})

test('a plan without a name is not saved, and one in use is not deleted', async () => {
  const api = cloud()
  const { user } = await show()
  await rows()
  await user.clear(screen.getByRole('textbox', { name: 'Name' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  expect(api.sentTo(update)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const remove = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Delete' })
  expect(remove.disabled).toBe(true)
})

test('lists of one name tell when each begins, and which of them is somebody else’s', async () => {
  const theirs = { ...listOf(3, 'Basic'), validFrom: '2026-02-01', canEdit: false }
  cloud([...lists, theirs])
  await show()
  const [basic] = await rows()
  const labels = within(basic!)
    .getAllByRole('option')
    .map((option) => option.textContent)
  expect(labels).toEqual(
    expect.arrayContaining([
      'Basic · from 1 January 2020',
      'Spot',
      'Basic · from 1 February 2026 · read only',
    ]),
  )
})

test('an end that is no day is no open end: the field says so, and nothing is saved', async () => {
  const api = cloud()
  const { user } = await show()
  const [, spot] = await rows()
  await user.type(within(spot!).getByRole('textbox', { name: 'Valid to' }), '31/06/2027')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(within(spot!).getByText(/^Valid to must be a date, such as/)).toBeTruthy()
  expect(within(spot!).queryByText('The end is before the beginning.')).toBeNull()
  expect(api.sentTo(update)).toEqual([])
})

test('somebody was faster: their entries are shown, mine stay, and nothing is overwritten unasked', async () => {
  const api = cloud()
  const { user } = await show()
  const [, spot] = await rows()
  await user.click(within(spot!).getByRole('button', { name: 'Remove “Spot”' }))
  const theirs = { priceListId: 1, priceListName: 'Basic', validFrom: '2026-02-01', validTo: null }
  api.change({ version: 5, entries: [theirs] })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const told = await screen.findByRole('alert', { name: 'Changed meanwhile' })
  expect(told.textContent).toContain('from 1 February 2026')
  expect(await rows()).toHaveLength(1)
  await user.click(within(told).getByRole('button', { name: 'Save mine over it' }))
  await expect.poll(() => screen.queryByRole('alert', { name: 'Changed meanwhile' })).toBeNull()
  expect(api.sentTo(update).map(({ body }) => body.version)).toEqual([4, 5])
})

test('the page of all plans says in words what each of them applies, and where', async () => {
  cloud()
  await renderPage(<RatePlansPage />, { at: '/pricing/plans', person: createPerson() })
  const [house, empty] = within(await screen.findByRole('list', { name: 'Rate plans' }))
    .getAllByRole('heading')
    .map((heading) => heading.closest('li')!)
  expect(house!.textContent).toContain('Home, 2 more locations')
  expect(house!.textContent).toContain('Basic1 January 2026 – 31 March 2026')
  expect(house!.textContent).toContain('Spotfrom 1 May 2026')
  expect(empty!.textContent).toContain('It has no price list yet.')
})
