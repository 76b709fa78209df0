import type { PriceListView } from '@ohmstead/contract/price-lists'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { emptyDraft } from './price-list-draft.ts'
import { PriceListPage } from './price-list-page.tsx'

const draft = emptyDraft('SI', '2026-06-10')
const first: PriceListView = {
  ...{ id: 5, version: 1, ...draft, name: 'Basic', companyId: null, supplyOffer: null },
  terms: { ...draft.terms, buy: { kind: 'fixed', t0: '0.12', t1: null, t2: null } },
  ...{ isActive: false, isInUse: false, planCount: 0, locationCount: 0, canEdit: true, updatedAt: 0 },
}
const update = 'PUT /pricing/price-lists/:priceListId'

test('somebody was faster: the second is told, keeps what was typed, and decides which is to stay', async () => {
  let stored = first
  const api = fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({ priceList: stored }),
    'GET /pricing/price-lists/:priceListId/versions': () => ({ versions: [] }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('unavailable')
    },
    [update]: ({ body }) => {
      if (body.version !== stored.version) throw new Refusal('edited_meanwhile')
      stored = { ...stored, name: body.name, version: stored.version + 1 }
      return { priceList: stored }
    },
  })
  const { user } = await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/5',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Mine')
  stored = { ...first, name: 'Theirs', version: 2 }
  await user.click(screen.getByRole('button', { name: /Summary/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'Changed meanwhile' })).toBeTruthy()
  expect(stored.name).toBe('Theirs')
  await user.click(screen.getByRole('button', { name: /Basic info/ }))
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Save mine over it' }))
  await screen.findByRole('heading', { name: /Mine/ })
  expect(stored).toMatchObject({ name: 'Mine', version: 3 })
  expect(
    api.sent.filter(({ key }) => key === update).map(({ body }) => (body as { version: number }).version),
  ).toEqual([1, 2])
})

test('a list whose offer has changed since says so, keeps its figures and leads to a new list', async () => {
  const stored = { ...first, supplyOffer: { id: 7, version: 1, hasNewer: true } }
  fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({ priceList: stored }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('unavailable')
    },
  })
  await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/5',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  await screen.findByText(/has changed since. Your list keeps its figures/)
  const link = screen.getByRole('link', { name: 'New list from the changed offer' })
  expect(link.getAttribute('href')).toBe('/pricing/price-lists/create?offer=7')
})

test('published rates of a country that publishes none are refused where they are chosen', async () => {
  const terms = {
    ...first.terms,
    network: { kind: 'published' as const },
    taxes: { published: true, rows: [] },
  }
  const api = fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({ priceList: { ...first, countryCode: 'HR', terms } }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('unavailable')
    },
  })
  const { user } = await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/5',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  await user.click(await screen.findByRole('button', { name: /Tariffs/ }))
  const problem = /^Published rates are known for Slovenia only/
  expect(screen.queryByText(problem)).toBeNull()
  await user.click(screen.getByRole('button', { name: /Summary/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getAllByText(problem)).toHaveLength(2)
  expect(api.sentTo(update)).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'Not in this list' }))
  await user.click(screen.getByRole('checkbox', { name: /published levies/ }))
  expect(screen.queryByText(problem)).toBeNull()
})

test('leaving with something typed asks first', async () => {
  fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({ priceList: first }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('unavailable')
    },
  })
  const { user, path } = await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/5',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.type(name, ' and more')
  const back = screen.getByRole('link', { name: 'Price lists' })
  await user.click(back)
  await user.click(await screen.findByRole('button', { name: 'Back to edit' }))
  expect(path()).toBe('/pricing/price-lists/5')
  expect((name as HTMLInputElement).value).toBe('Basic and more')
  await user.click(back)
  await user.click(await screen.findByRole('button', { name: 'Drop changes' }))
  await expect.poll(path).toBe('/pricing/price-lists')
})

const readSummary = async (terms: Partial<PriceListView['terms']>) => {
  const tariff = { id: 4, version: 1, name: 'D02d', operator: 'ČEZ', countryCode: 'CZ', periods: [] }
  fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({
      priceList: { ...first, countryCode: 'CZ', terms: { ...first.terms, ...terms } },
    }),
    'GET /pricing/network-tariffs': () => ({
      networkTariffs: [
        { ...tariff, currency: 'EUR' as const },
        { ...tariff, id: 5, name: 'D25d', currency: 'CZK' as const },
      ],
    }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('unavailable')
    },
  })
  const { user } = await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/5',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  await user.click(await screen.findByRole('button', { name: /Summary/ }))
  return user
}

test('the summary names the network tariff of a list', async () => {
  const user = await readSummary({ network: { kind: 'tariff', networkTariffId: 4 } })
  await screen.findByText('D02d · ČEZ')
  // Only tariffs in the currency of the list are offered.
  await user.click(screen.getByRole('button', { name: /Tariffs/ }))
  await screen.findByRole('option', { name: 'D02d · ČEZ' })
  expect(screen.queryByRole('option', { name: 'D25d · ČEZ' })).toBeNull()
})

test.each([
  [{ basis: 'agreed', agreedKw: '7', peaks: 1 }, 'Agreed power: 7 kW'],
  [{ basis: 'monthly_peak', agreedKw: null, peaks: 3 }, 'Highest quarter-hours averaged: 3'],
] as const)('the summary says what a price of power is for: %j', async (power, text) => {
  const own = { perKwMonth: '3.61', ...power }
  await readSummary({ network: { kind: 'entered', energy: null, power: own, monthlyFee: null } })
  for (const line of ['My own figures', '€3.61000/kW', text]) await screen.findByText(line)
})

test('what a change does to the bill is not called a month under the list alone', async () => {
  const total = (payable: string) => ({ net: payable, vat: '0.00', feedIn: '0.00', payable })
  const bills = { nowCurrency: 'EUR' as const, draftCurrency: 'EUR' as const, now: total('58.30') }
  const facts = { ...bills, isPart: false, isProvisional: false, missing: [] }
  const day = { currency: 'EUR' as const, timeZone: 'Europe/Ljubljana', day: '2026-06-10', starts: [0] }
  const prices = { importPrice: [0.1], exportPrice: [null], parts: [], missing: [] }
  fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({ priceList: { ...first, locationCount: 1 } }),
    'GET /pricing/price-lists/:priceListId/usage': () => ({
      ...{ plans: [], hiddenPlans: 0, locations: [{ id: 7, name: 'Home' }], hiddenLocations: 0 },
    }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': ({ body }) => {
      const isChange = body.replaces === 5
      const lastMonth = {
        ...{ ...facts, month: isChange ? '2026-03' : '2026-05', draft: total(isChange ? '60.00' : '53.38') },
      }
      return { preview: { ...day, ...prices, lastMonth } }
    },
  })
  const { user } = await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/5',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' new')
  await user.click(screen.getByRole('button', { name: /Summary/ }))
  const change = await screen.findByRole('region', { name: 'March 2026' })
  expect(change.textContent).toContain('With your changes€60.00')
  const alone = await screen.findByRole('region', { name: 'My last month under this list' })
  expect(alone.textContent).toContain('Under this list€53.38')
})

test('a change is saved with its reason, without a hidden price, and is read again; the next one has a reason of its own', async () => {
  let stored: PriceListView = {
    ...first,
    terms: { ...first.terms, sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null } },
  }
  const api = fakeApi({
    'GET /pricing/price-lists/:priceListId': () => ({ priceList: stored }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('unavailable')
    },
    [update]: ({ body }) => {
      stored = { ...stored, ...body, version: body.version + 1 }
      return { priceList: stored }
    },
  })
  const { user } = await renderPage(<PriceListPage />, {
    at: '/pricing/price-lists/5',
    pattern: '/pricing/price-lists/$priceListId',
    person: createPerson(),
  })
  const change = async (text: string, reason: string) => {
    await user.click(await screen.findByRole('button', { name: /Basic info/ }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), text)
    await user.click(screen.getByRole('button', { name: /Summary/ }))
    const field = await screen.findByRole('textbox', { name: 'Why you change it' })
    if (reason) await user.type(field, reason)
    await user.click(screen.getByRole('button', { name: 'Save' }))
  }
  await change(' one', 'Typed wrongly')
  const done = await screen.findByText('Price list “Basic one” saved.')
  expect(done.closest('[role=alert]')).toBeNull()
  await expect.poll(() => api.sentTo('GET /pricing/price-lists/:priceListId').length).toBe(2)
  await change(' two', '')
  await screen.findByText('Price list “Basic one two” saved.')
  expect(api.sentTo(update).map(({ body }) => [body.reason, body.terms.sell])).toEqual([
    ['Typed wrongly', null],
    [null, null],
  ])
})
