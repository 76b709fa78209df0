import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
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
