import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SetupPricingPage } from './setup-pricing-page.tsx'

const place = (id: number, name: string, hasActiveList: boolean) => ({
  ...{ id, name, hasActiveList, companyId: 1, locationGroupId: 4 },
})
const show = (person = createPerson()) => renderPage(<SetupPricingPage />, { at: '/setup/pricing', person })

test('says how many locations have no price list, and leads to the prices of each', async () => {
  fakeApi({
    'GET /pricing/setup': () => ({
      locations: [place(7, 'Home', false), place(8, 'Farm', true)],
      total: 2,
      unpriced: 1,
    }),
  })
  await show()
  expect(await screen.findByText('1 location has no active price list.')).toBeTruthy()
  const rows = within(screen.getByRole('list', { name: 'Locations' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'HomeNo active price listPrices',
    'FarmA price list is activePrices',
  ])
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe(
    '/companies/1/location-groups/4/locations/7/pricing',
  )
})

test('warns of nothing where every location has a list, and says what to do without locations', async () => {
  fakeApi({ 'GET /pricing/setup': () => ({ locations: [place(8, 'Farm', true)], total: 1, unpriced: 0 }) })
  await show()
  await screen.findByText('A price list is active')
  expect(screen.queryByText(/no active price list\.$/)).toBeNull()
})

test('somebody who runs several companies chooses one first', async () => {
  fakeApi({})
  const companies = [
    { id: 1, name: 'Sonce' },
    { id: 2, name: 'Luna' },
  ]
  await show(createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], companies }))
  expect(await screen.findByRole('link', { name: 'Show the companies' })).toBeTruthy()
})

test('an aggregator gives many locations one plan; those that did not get it are named and stay chosen', async () => {
  const setPlan = 'PUT /locations/:locationId/pricing/plan'
  const tried: number[] = []
  const pricing = (version: number) => ({ version, plan: null }) as never
  fakeApi({
    'GET /pricing/setup': () => ({
      locations: [place(7, 'Home', false), place(9, 'Mill', false), place(8, 'Farm', true)],
      total: 3,
      unpriced: 2,
    }),
    'GET /menu/:companyId': () => ({ structure: [], company: null }) as never,
    'GET /companies/:companyId/pricing/costs': () => {
      throw new Refusal('unavailable')
    },
    'GET /pricing/plans': () => ({ ratePlans: [{ id: 3, name: 'Households' }] as never }),
    'GET /locations/:locationId/pricing': ({ params }) => ({ pricing: pricing(Number(params.locationId)) }),
    [setPlan]: ({ params, body }) => {
      const id = Number(params.locationId)
      expect(body).toEqual({ ratePlanId: 3, version: id })
      tried.push(id)
      if (id === 9 && tried.length < 3) throw new Refusal('edited_meanwhile')
      return { pricing: pricing(id + 1) }
    },
  })
  const companies = [{ id: 1, name: 'Sonce' }]
  const { user } = await show(
    createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], companies }),
  )
  await user.click(await screen.findByRole('button', { name: 'Give several locations a plan' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Utility rate plan' }), 'Households')
  expect((dialog.getByRole('checkbox', { name: 'Farm' }) as HTMLInputElement).checked).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Assign (2)' }))
  await dialog.findByText('These did not get the plan: Mill. Try again.')
  await user.click(dialog.getByRole('button', { name: 'Assign (1)' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(tried).toEqual([7, 9, 9])
})
