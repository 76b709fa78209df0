import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPerson } from '../testing/person.ts'
import { renderPage } from '../testing/render-page.tsx'
import { PricingLayout } from './pricing-layout.tsx'

test.each([
  ['ROLE_USER', 0],
  ['ROLE_USER_BASIC', 1],
  ['ROLE_AGGREGATOR', 1],
] as const)('the way to prices is a tab for whoever may keep some: %s', async (role, count) => {
  await renderPage(<PricingLayout />, {
    at: '/pricing/price-lists',
    person: createPerson({ role, roles: [role] }),
  })
  expect(await screen.findByRole('link', { name: 'Price lists' })).toBeDefined()
  expect(screen.queryAllByRole('link', { name: 'Set up prices' })).toHaveLength(count)
})
