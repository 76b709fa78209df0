import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { emptyDraft } from './price-list-draft.ts'
import { CreatePriceListPage } from './price-list-page.tsx'

const unpriced: LocationPricingView = {
  ...{ version: 3, time_zone: 'Europe/Ljubljana', plan: null, entries: [], activePriceListId: null },
  ...{ gaps: [], warning: 'noPlan', point: null },
}
const house: RatePlanView = {
  ...{ id: 9, version: 4, name: 'House', companyId: null, isInUse: true, updatedAt: 0 },
  ...{ locations: [{ id: 7, name: 'Home' }], hiddenLocations: 0, canEdit: true },
  entries: [{ priceListId: 3, priceListName: 'Old', validFrom: '2020-01-01', validTo: null }],
}
const priced: LocationPricingView = {
  ...unpriced,
  ...{ plan: { id: 9, name: 'House', version: 4 }, warning: null },
}

/** A cloud that stores lists and plans; `fails` refuses a call once. */
function cloud(pricing: LocationPricingView, plans: RatePlanView[], offers: SupplyOffer[] = []) {
  const fails = new Set<string>()
  const mayFail = (key: string) => {
    if (fails.delete(key)) throw new Refusal('unavailable')
  }
  let nextId = 20
  const stored = (body: object, version: number): PriceListView => ({
    ...{ id: 20, companyId: null, supplyOffer: null, isActive: false, isInUse: false, planCount: 0 },
    ...{ locationCount: 0, canEdit: true, updatedAt: 0 },
    ...emptyDraft('SI', '2026-06-10'),
    ...body,
    version,
  })
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/pricing': () => ({ pricing }),
    'GET /locations/:locationId/pricing/plans': () => ({ ratePlans: plans }),
    'GET /pricing/plans/:planId': ({ params }) => ({
      ratePlan: plans.find(({ id }) => id === Number(params.planId)) ?? {
        ...house,
        id: Number(params.planId),
      },
    }),
    'GET /pricing/offers': () => ({ offers }),
    'GET /menu': () => ({ structure: [], company: null }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('unavailable')
    },
    'POST /pricing/price-lists': ({ body }) => ({ priceList: { ...stored(body, 1), id: nextId++ } }),
    'PUT /pricing/price-lists/:priceListId': ({ body }) => ({ priceList: stored(body, body.version + 1) }),
    'POST /pricing/plans': ({ body }) => {
      mayFail('POST /pricing/plans')
      return { ratePlan: { ...house, id: nextId++, name: body.name, entries: [] } }
    },
    'PUT /pricing/plans/:planId': () => {
      mayFail('PUT /pricing/plans/:planId')
      return { ratePlan: house }
    },
    'PUT /locations/:locationId/pricing/plan': () => {
      mayFail('PUT /locations/:locationId/pricing/plan')
      return { pricing: priced }
    },
  })
  return { ...api, fails }
}

/** Fills what a list needs, and comes to the plan step. */
async function fillToPlan(at = '/locations/7/pricing/price-lists/create') {
  const shown = await renderPage(<CreatePriceListPage />, {
    at,
    pattern: at.replace('/7/', '/$locationId/'),
    person: createPerson(),
  })
  const { user } = shown
  const next = () => user.click(screen.getByRole('button', { name: 'Next' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mine')
  await next()
  await user.type(await screen.findByRole('textbox', { name: /single tariff/ }), '0.12')
  await next()
  await screen.findByRole('combobox', { name: 'Rate plan' })
  const save = () => user.click(screen.getByRole('button', { name: 'Create the price list' }))
  return { ...shown, next, save }
}
const which = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rate plan' })

test('the plan of the location is proposed; a failed plan does not make the list a second time', async () => {
  const api = cloud(priced, [house])
  const { next, save, user, path } = await fillToPlan()
  expect(which().selectedOptions[0]!.textContent).toBe('House (applies here now)')
  await next()
  const plansRead = () => api.sentTo('GET /locations/:locationId/pricing/plans').length
  const readBefore = plansRead()
  api.fails.add('PUT /pricing/plans/:planId')
  await save()
  await screen.findByText(/The price list is saved, but not yet in its plan/)
  // It is among the others from now on: what is known of them is read again.
  await expect.poll(plansRead).toBeGreaterThan(readBefore)
  await save()
  await expect.poll(path).toBe('/locations/7/pricing')
  // Who does not run the company of the location keeps the list.
  expect(api.sentTo('POST /pricing/price-lists').map(({ body }) => body.companyId)).toEqual([null])
  expect(api.sentTo('PUT /pricing/plans/:planId').at(-1)!.body).toMatchObject({
    version: 4,
    entries: [{ priceListId: 3 }, { priceListId: 20, validTo: null }],
  })
  expect(user).toBeTruthy()
})

test('a list that was changed after its plan failed becomes its next version', async () => {
  const api = cloud(priced, [house])
  const { next, save, user } = await fillToPlan()
  await next()
  api.fails.add('PUT /pricing/plans/:planId')
  await save()
  await screen.findByText(/The price list is saved/)
  await user.click(screen.getByRole('button', { name: /Basic info/ }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' again')
  await user.click(screen.getByRole('button', { name: /Summary/ }))
  await save()
  await expect.poll(() => api.sentTo('PUT /pricing/plans/:planId').length).toBe(2)
  expect(api.sentTo('POST /pricing/price-lists')).toHaveLength(1)
  expect(api.sentTo('PUT /pricing/price-lists/:priceListId').map(({ body }) => body)).toMatchObject([
    { name: 'Mine again', version: 1 },
  ])
})

test('a new plan in place of one that the location has says so, and waits for a yes', async () => {
  const api = cloud(priced, [house])
  const { next, save, user } = await fillToPlan()
  await user.selectOptions(which(), 'A new rate plan for this location')
  expect(screen.getByText(/A new plan takes its place for all days/)).toBeTruthy()
  await next()
  expect(screen.getByText('Confirm this, or choose another plan.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Summary/ }))
  await save()
  expect(api.sentTo('POST /pricing/price-lists')).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Replace “House” at this location' }))
  await next()
  await save()
  await expect.poll(() => api.sentTo('PUT /locations/:locationId/pricing/plan').length).toBe(1)
})

test('a location without a plan gets a new one, made once even if giving it to the location fails', async () => {
  const api = cloud(unpriced, [])
  const { next, save, path } = await fillToPlan()
  expect(which().value).toBe('new')
  await next()
  api.fails.add('PUT /locations/:locationId/pricing/plan')
  await save()
  await screen.findByText(/The price list is saved/)
  await save()
  await expect.poll(path).toBe('/locations/7/pricing')
  expect(api.sentTo('POST /pricing/price-lists')).toHaveLength(1)
  expect(api.sentTo('POST /pricing/plans')).toHaveLength(1)
  expect(api.sentTo('PUT /locations/:locationId/pricing/plan').map(({ body }) => body)).toEqual([
    { ratePlanId: 21, version: 3 },
    { ratePlanId: 21, version: 3 },
  ])
})

test('a day on which the list is not valid goes no further', async () => {
  const api = cloud(priced, [house])
  const { next, save, user } = await fillToPlan()
  const from = screen.getByRole('textbox', { name: 'Applies from' })
  await user.clear(from)
  await user.type(from, '01/01/2001')
  await screen.findByText('On this day the price list is not valid.')
  await next()
  expect(which()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Summary/ }))
  await save()
  expect(api.sentTo('POST /pricing/price-lists')).toEqual([])
  expect(which()).toBeTruthy()
})

test('the next step has the focus, so that it is read from its beginning', async () => {
  cloud(priced, [house])
  const { next } = await fillToPlan()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('region', { name: 'Plan' }))
  await next()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('region', { name: 'Summary' }))
})

test('outside a location, whoever has one home gives the list to its plan', async () => {
  const api = cloud(priced, [house])
  const { next, save, path } = await fillToPlan('/pricing/price-lists/create')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Location' }).value).toBe('7')
  expect(which().value).toBe('9')
  await next()
  await save()
  await expect.poll(path).toBe('/pricing/price-lists')
  expect(api.sentTo('PUT /pricing/plans/:planId')).toHaveLength(1)
})

const offer: SupplyOffer = {
  ...{ id: 4, version: 1, countryCode: 'SI', supplier: 'Sonce', name: 'Redni', suitability: null },
  ...{ validFrom: '2026-01-01', validTo: null, source: 'sonce.si', checkedOn: '2026-07-22' },
  terms: {
    ...{ currency: 'EUR', buy: { kind: 'fixed', t0: '0.11', t1: '0.12', t2: '0.1' }, sell: null },
    ...{ monthlyFee: '1.99', monthlyFeeElectronicInvoice: '0.99', extraServiceFee: null },
    ...{ selfSupply: 'none', communityAllowed: null, sharingSenderAllowed: null },
    ...{ needsQuarterHours: false, boundMonths: null, remarks: [], note: null },
  },
}
const point: NonNullable<LocationPricingView['point']> = {
  ...{ origin: 'entered', abstractDeviceId: null, pointName: null, userGroup: 0, isHousehold: true },
  ...{ connectionPowerKw: 7, phases: 1, fuseAmpere: 32, tariffsCount: 1, agreedPowersKw: null },
  ...{ powersSetBy: null, assumedFields: [], readingsFrom: null, readingsTo: null },
  ...{ netMetering: false, entered: null },
}

test.each([
  ['of a point that has one tariff', [], 'One'],
  ['of a point of which that is not known', ['tariffsCount'], 'Two'],
])('an offer taken at the location %s begins with its prices', async (_, assumedFields, chosen) => {
  cloud({ ...priced, point: { ...point, assumedFields } }, [house], [offer])
  await renderPage(<CreatePriceListPage />, {
    at: '/locations/7/pricing/price-lists/create?offer=4',
    pattern: '/locations/$locationId/pricing/price-lists/create',
    person: createPerson(),
  })
  const [choice] = await screen.findAllByRole<HTMLInputElement>('radio', { checked: true })
  expect(choice!.labels![0]!.textContent).toMatch(new RegExp(chosen))
})

test('a list made from an offer says which one that was', async () => {
  const api = cloud(priced, [house], [offer])
  const { user } = await renderPage(<CreatePriceListPage />, {
    at: '/locations/7/pricing/price-lists/create?offer=4',
    pattern: '/locations/$locationId/pricing/price-lists/create',
    person: createPerson(),
  })
  await user.click(await screen.findByRole('button', { name: /Summary/ }))
  await user.click(await screen.findByRole('button', { name: 'Create the price list' }))
  await expect.poll(() => api.sentTo('POST /pricing/price-lists').length).toBe(1)
  expect(api.sentTo('POST /pricing/price-lists')[0]!.body).toMatchObject({
    ...{ supplyOfferId: 4, name: 'Sonce Redni' },
  })
})
