import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { beginAtHome, selectCompany } from '../../shared/selected-company.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CompanyPickerPage } from './company-picker-page.tsx'

const superAdmin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const create = (id: number) => ({
  id,
  name: `Company ${id}`,
  isPlatform: false,
  rootGroup: { id: 10 * id },
  assignedControllersCount: 0,
})
async function show(...ids: number[]) {
  fakeApi({
    'GET /companies': () => ({ companies: ids.map(create) }),
    'GET /alarms/counts': () => ({
      locations: [
        { location_id: 5, company_id: 4, open: 2, unseen: 0 },
        { location_id: 6, company_id: 4, open: 1, unseen: 1 },
      ],
    }),
  })
  return renderPage(<CompanyPickerPage />, { at: '/overview', person: superAdmin })
}

beforeEach(() => selectCompany(null))

test('the only company opens by itself for a super admin, too', async () => {
  const { path } = await show(3)
  await expect.poll(path).toBe('/companies/3/location-groups/30')
})

test('people who come back from a company may choose, and add another', async () => {
  selectCompany(3)
  const { path } = await show(3)
  await screen.findByRole('link', { name: /Company 3/ })
  expect(screen.getByRole('button', { name: 'Add new company' })).toBeTruthy()
  expect(path()).toBe('/overview')
})

test('the way home opens the only company again', async () => {
  selectCompany(3)
  beginAtHome()
  const { path } = await show(3)
  await expect.poll(path).toBe('/companies/3/location-groups/30')
})

test('with several, the person chooses', async () => {
  const { path } = await show(3, 4)
  await screen.findByRole('link', { name: /Company 4/ })
  expect(path()).toBe('/overview')
})

test('a card names the open alarms of its company', async () => {
  await show(3, 4)
  await screen.findByRole('link', { name: /Company 4.*3 alarms/ })
  expect(screen.getByRole('link', { name: /Company 3/ }).textContent).not.toContain('alarm')
})
