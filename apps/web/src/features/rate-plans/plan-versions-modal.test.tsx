import type { RatePlanVersionView, RatePlanView } from '@ohmstead/contract/rate-plans'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RatePlanPage } from './rate-plan-page.tsx'

const basic = { priceListId: 1, priceListName: 'Basic', validFrom: '2026-01-01', validTo: null }
const ended = { ...basic, validTo: '2026-03-31' }
const spot = { priceListId: 2, priceListName: 'Spot', validFrom: '2026-04-01', validTo: null }
const gone = { priceListId: 3, priceListName: null, validFrom: '2025-01-01', validTo: '2025-12-31' }
const by = { changedAt: Date.UTC(2026, 2, 1, 12), changedBy: 'Ana Novak', reason: null }
const versions: RatePlanVersionView[] = [
  { ...by, version: 4, name: 'Home', entries: [ended, spot], changedBy: null },
  { ...by, version: 3, name: 'House', entries: [ended, spot], reason: 'Spot is cheaper' },
  { ...by, version: 2, name: 'House', entries: [gone, basic] },
  { ...by, version: 1, name: 'House', entries: [gone, basic] },
]
const plan: RatePlanView = {
  ...{ id: 9, version: 4, name: 'Home', companyId: null, isInUse: false, updatedAt: 0, canEdit: true },
  ...{ locations: [], hiddenLocations: 0, entries: [ended, spot] },
}
const update = 'PUT /pricing/plans/:planId'

async function show() {
  const api = fakeApi({
    'GET /pricing/plans/:planId': () => ({ ratePlan: plan }),
    'GET /pricing/plans/:planId/versions': () => ({ versions }),
    'GET /pricing/price-lists': () => ({ priceLists: [] }),
    [update]: () => ({ ratePlan: { ...plan, name: 'Mine', version: 5 } }),
  })
  const { user } = await renderPage(<RatePlanPage />, {
    at: '/pricing/plans/9',
    pattern: '/pricing/plans/$planId',
    person: createPerson(),
  })
  return { api, user }
}

test('versions say who changed what, when and why, in words', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Versions (4)' }))
  const dialog = await screen.findByRole('dialog', { name: 'Versions' })
  const title = (version: number) => within(dialog).findByText(`Version ${version}`)
  const item = async (version: number) => (await title(version)).closest('li')!
  expect((await item(4)).textContent).toContain('Renamed: Home (before: House)')
  expect((await item(4)).textContent).not.toContain('Ana')
  const third = await item(3)
  expect(third.textContent).toContain('Ana NovakSpot is cheaper')
  expect(
    within(third)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Moved: Basic, 1 January 2026 – 31 March 2026 (before: from 1 January 2026)',
    'Added: Spot, from 1 April 2026',
    'Removed: a price list that you cannot see, 1 January 2025 – 31 December 2025',
  ])
  expect((await item(2)).textContent).toContain('Nothing in the plan differs.')
  expect((await item(1)).textContent).toContain('Basicfrom 1 January 2026')
})

test('why a plan is changed is asked once something is changed, and sent with it', async () => {
  const { api, user } = await show()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.queryByRole('textbox', { name: 'Why you change it' })).toBeNull()
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.type(screen.getByRole('textbox', { name: 'Why you change it' }), 'A better name')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('textbox', { name: 'Why you change it' })).toBeNull()
  expect(api.sentTo(update)[0]!.body).toMatchObject({ name: 'Mine', reason: 'A better name' })
})
