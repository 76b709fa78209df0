import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import en from '../../../../../locales/en.json'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { GroupMonthCosts } from './group-month-costs.tsx'

const sum = {
  ...{ currency: 'EUR' as const, importCost: '171.20', exportRevenue: '22.88', locations: 5, provisional: 0 },
  ...{ fromUntil: 0, toUntil: 0 },
}
const at = {
  at: '/companies/1/location-groups/2',
  pattern: '/companies/$companyId/location-groups/$locationGroupId',
}

function answer(noPlan: number, total = 6) {
  const uncounted = { noPlan, notWorkedOut: 0, outdated: 0, unknown: 0 }
  return fakeApi({
    'GET /companies/:companyId/pricing/costs': () => ({
      ...{ rows: [], total, page_size: 50, sums: noPlan === total ? [] : [sum], uncounted },
    }),
  })
}
const runner = () => createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })

test('shows the sum of the group, what is in none, and the way to each location', async () => {
  const api = answer(1)
  await renderPage(<GroupMonthCosts />, { ...at, person: runner() })
  await screen.findByText(/171\.20/)
  screen.getByText(/22\.88/)
  screen.getByText(/without a rate plan \(1\)/)
  const link = screen.getByRole('link', { name: en['location_pricing.month.by_location'] })
  expect(link.getAttribute('href')).toBe('/setup/pricing')
  expect(api.sentTo('GET /companies/:companyId/pricing/costs')[0]!.query).toMatchObject({
    locationGroupId: expect.anything(),
  })
})

test('asks nothing for people who do not run the company', async () => {
  const api = answer(1)
  await renderPage(<GroupMonthCosts />, { ...at, person: createPerson() })
  expect(api.sent).toEqual([])
  expect(screen.queryByRole('heading')).toBeNull()
})
