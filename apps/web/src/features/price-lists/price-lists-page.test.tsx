import type { PriceListView } from '@ohmstead/contract/price-lists'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { stateOf } from './list-state.tsx'
import { emptyDraft } from './price-list-draft.ts'
import { PriceListPage } from './price-list-page.tsx'
import { PriceListsPage } from './price-lists-page.tsx'

const draft = emptyDraft('SI', '2026-06-10')
const flat: PriceListView = {
  ...{ id: 5, version: 1, ...draft, name: 'Basic', validFrom: '2025-01-01', companyId: null },
  ...{ supplyOffer: null, isActive: true, isInUse: true, planCount: 1, locationCount: 2 },
  ...{ canEdit: true, updatedAt: 0 },
  terms: { ...draft.terms, buy: { kind: 'fixed', t0: '0.12', t1: null, t2: null } },
}
const byTime: PriceListView = {
  ...{
    ...flat,
    id: 6,
    name: 'Hours',
    validTo: '2025-12-31',
    isActive: false,
    isInUse: false,
    canEdit: false,
  },
  terms: {
    ...draft.terms,
    buy: {
      ...{ kind: 'time_of_use', timePlanId: 4, substitute: null },
      prices: [{ blockId: 1, price: '0.2', tiers: [] }],
    },
  },
}
const { seasons: _, slots: __, usedBy: ___, otherUses: ____, ...plan } = createTimePlan()
/** Its night has no price of its own. */
const timePlan = {
  ...plan,
  ...{ seasonCount: 1, isComplete: true },
  blocks: plan.blocks.map((block) => ({ ...block, value: null })),
}
const show = (person = createPerson()) =>
  renderPage(<PriceListsPage />, { at: '/pricing/price-lists', person })

test('the table says what each list is, whether it holds, who uses it, and where a price is missing', async () => {
  fakeApi({
    'GET /pricing/price-lists': () => ({ priceLists: [flat, byTime] }),
    'GET /timeplans': () => ({ timePlans: [timePlan] }),
  })
  await show()
  const [, basic, hours] = await screen.findAllByRole('row')
  const cellsOf = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(within(basic!).getByRole('link', { name: 'Basic' }).getAttribute('href')).toBe(
    '/pricing/price-lists/5',
  )
  expect(cellsOf(basic!)).toEqual(['Active', 'Fixed', '–', 'from 1 January 2025', '1 plan, 2 locations'])
  await within(hours!).findByText('Price missing')
  expect(cellsOf(hours!)).toEqual([
    'ExpiredPrice missing',
    'Time of use',
    '–',
    '1 January 2025 – 31 December 2025',
    'Not in any plan',
  ])
  expect(hours!.textContent).toContain('read only')
})

test('a list that no plan applies is upcoming until its first day, and ready up to its last', () => {
  const days = { isActive: false, validFrom: '2026-06-02', validTo: '2026-06-30' }
  const states = ['2026-06-01', '2026-06-02', '2026-06-30', '2026-07-01'].map((day) => stateOf(days, day))
  expect(states).toEqual(['upcoming', 'ready', 'ready', 'expired'])
})

test('without lists it says what to do, or to a viewer who can', async () => {
  fakeApi({
    'GET /pricing/price-lists': () => ({ priceLists: [] }),
    'GET /timeplans': () => ({ timePlans: [] }),
  })
  await show()
  await screen.findByText(/Take your bill or contract and enter its prices/)
  expect(screen.getByRole('link', { name: 'Add a price list' })).toBeTruthy()
})

test('a failure is said, and asked again', async () => {
  let isDown = true
  fakeApi({
    'GET /pricing/price-lists': () => {
      if (isDown) throw new Refusal('too_many_attempts')
      return { priceLists: [flat] }
    },
    'GET /timeplans': () => ({ timePlans: [] }),
  })
  const { user } = await show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await user.click(again)
  await screen.findByRole('link', { name: 'Basic' })
})

test('a list whose plan has a new block says so at its head, and leads to the field', async () => {
  fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({ priceList: { ...byTime, canEdit: true } }),
    'GET /timeplans': () => ({ timePlans: [timePlan] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
  })
  const { user } = await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/6',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  await screen.findByText(/a block without a price in this list: Night/)
  await user.click(screen.getByRole('button', { name: 'Enter the price' }))
  const night = await screen.findByRole('textbox', { name: /^Night/ })
  expect(night.getAttribute('aria-invalid')).toBe('true')
})
