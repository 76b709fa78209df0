import type { FoundLocation, FoundUser } from '@ohmstead/contract/admin-search'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AdminSearchPage } from './admin-search-page.tsx'
import { AdminSearchSidebar } from './admin-search-sidebar.tsx'

const person = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const list = { total: 1, total_is_exact: true, next: null, previous: null, page_size: 50 }
const ana: FoundUser = {
  id: 7,
  email: 'ana@test.si',
  firstName: 'Ana',
  lastName: 'Novak',
  role: 'ROLE_USER_BASIC',
  company: { id: 3, name: 'Sun' },
  email_verified_at: 1,
  disabled_at: null,
}
const home: FoundLocation = {
  id: 12,
  locationName: 'Home',
  company: { id: 3, name: 'Sun' },
  location_group: { id: 30, name: 'North' },
  owner: { id: 7, email: 'ana@test.si', firstName: 'Ana', lastName: 'Novak' },
  controllers: 2,
  connected: 1,
}

const show = (at: string, pattern = at.split('?')[0]!) =>
  renderPage(
    <>
      <AdminSearchSidebar isMobile={false} isOpen onOpenChange={() => {}} />
      <AdminSearchPage />
    </>,
    { at, pattern, person },
  )

test('what is typed is asked for once typing rests, whatever the other filters say', async () => {
  const api = fakeApi({ 'GET /search/users': () => ({ users: [ana], ...list }) })
  const { user } = await show('/admin/search/users')
  await screen.findByText('1 result')
  await user.type(screen.getByRole('searchbox', { name: 'Last name' }), 'nov')
  await user.type(screen.getByRole('searchbox', { name: 'E-mail' }), 'ana')
  await expect
    .poll(() => api.sentTo('GET /search/users').at(-1)?.query)
    .toEqual({ lastName: 'nov', email: 'ana', sort: 'name' })
  expect(api.sentTo('GET /search/users').length).toBeLessThanOrEqual(3)
})

test('a shared address shows its question, and emptying a filter leaves it out', async () => {
  const api = fakeApi({ 'GET /search/users': () => ({ users: [ana], ...list }) })
  const { user } = await show('/admin/search/users?email=ana&lastName=novak')
  const email = await screen.findByRole('searchbox', { name: 'E-mail' })
  expect(email).toHaveProperty('value', 'ana')
  await user.click(screen.getByRole('button', { name: 'Clear “E-mail”' }))
  await expect
    .poll(() => api.sentTo('GET /search/users').at(-1)?.query)
    .toEqual({ lastName: 'novak', sort: 'name' })
})

test('of the filters at least one stays', async () => {
  fakeApi({ 'GET /search/users': () => ({ users: [ana], ...list }) })
  const { user } = await show('/admin/search/users')
  await user.click(await screen.findByText('Choose filters'))
  await user.click(screen.getByRole('checkbox', { name: 'E-mail' }))
  await expect.poll(() => screen.queryByRole('searchbox', { name: 'E-mail' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'First name' }))
  await expect.poll(() => screen.queryByRole('searchbox', { name: 'First name' })).toBeNull()
  expect(screen.getByRole('checkbox', { name: /Last name/ })).toHaveProperty('disabled', true)
  expect(screen.getByText('At least one filter stays.')).toBeTruthy()
})

test('each result leads to where one acts on it', async () => {
  fakeApi({ 'GET /search/locations': () => ({ locations: [home], ...list }) })
  await show('/admin/search/locations')
  const row = within(await screen.findByRole('row', { name: /Home/ }))
  expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/settings/global/companies/3/30/locations/12'],
    ['Ana Novak', '/settings/global/users?search=ana%40test.si'],
    ['1 of 2 connected', '/settings/global/companies/3/30/locations/12/oem-devices'],
    ['Open', '/companies/3/location-groups/30/locations/12'],
  ])
})

test('pages follow their cursors, and another question begins at the first', async () => {
  const api = fakeApi({
    'GET /search/users': () => ({
      users: [ana],
      ...list,
      total: 10_000,
      total_is_exact: false,
      next: 'n',
      previous: 'p',
    }),
  })
  const { user } = await show('/admin/search/users')
  await screen.findByText('More than 10,000 results')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await expect.poll(() => api.sentTo('GET /search/users').at(-1)?.query).toEqual({ sort: 'name', after: 'n' })
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await expect
    .poll(() => api.sentTo('GET /search/users').at(-1)?.query)
    .toEqual({ sort: 'name', before: 'p' })
  await user.selectOptions(screen.getByLabelText('Order'), 'newest')
  await expect.poll(() => api.sentTo('GET /search/users').at(-1)?.query).toEqual({ sort: 'newest' })
})

test('a search without results says what to try', async () => {
  fakeApi({ 'GET /search/devices': () => ({ devices: [], ...list, total: 0 }) })
  await show('/admin/search/devices?deviceName=x')
  await screen.findByText('Check the spelling, or clear a filter.')
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toHaveProperty('disabled', true)
})
