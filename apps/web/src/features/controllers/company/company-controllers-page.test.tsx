import type { CompanyControllerView } from '@ohmstead/contract/controllers'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCompany } from '../../../testing/create-company.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createPerson } from '../../../testing/person.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { CompanyControllersPage } from './company-controllers-page.tsx'

const createController = (id: number): CompanyControllerView => ({
  id,
  unit_id: `OH-000${id}`,
  kind: 'CONTROLLER',
  protocol: 'ems',
  alias: `Cellar ${id}`,
  online: true,
  online_changed_at: 0,
  last_seen_at: 0,
  linked_at: 0,
  created_at: 0,
  info: {},
  clock: null,
  location: { id: 7, name: 'Home', location_group_id: 20 },
  owner: null,
})
const list = 'GET /companies/:companyId/controllers'
const setOwner = 'PUT /companies/:companyId/controllers/:controllerId/owner'
const show = () =>
  renderPage(<CompanyControllersPage />, {
    at: '/companies/2',
    pattern: '/companies/$companyId',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })

test('says whose controllers these are', async () => {
  fakeApi({
    [list]: () => ({ controllers: [createController(1)], total: 1, page: 1, page_size: 50 }),
    'GET /companies': () => ({
      companies: [createCompany({ id: 2, name: 'Sun' }), createCompany({ id: 3 })],
    }),
  })
  await show()
  await screen.findByText(/^Sun · /)
})

test('pages are loaded one by one; a search or filter begins at the first', async () => {
  const api = fakeApi({
    [list]: ({ query }) => ({
      controllers: [createController(Number(query.page))],
      total: 120,
      page: Number(query.page),
      page_size: 50,
    }),
  })
  const last = () => api.sentTo(list).at(-1)
  const { user } = await show()
  await screen.findByText('Cellar 1')
  expect(last()).toMatchObject({ params: { companyId: '2' }, query: { page: '1' } })
  expect(last()?.query).not.toHaveProperty('connected')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Cellar 2')
  await user.selectOptions(screen.getByLabelText('Connection'), 'Not connected')
  await expect.poll(() => last()?.query).toMatchObject({ page: '1', connected: 'false' })
  await screen.findByText('Cellar 1')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Cellar 2')
  await user.type(screen.getByRole('searchbox'), 'mill')
  await expect.poll(() => last()?.query).toMatchObject({ page: '1', connected: 'false', search: 'mill' })
})

test('a controller seen just now, even by a clock that is ahead, is described in a sentence', async () => {
  const heard = { ...createController(1), last_seen_at: Date.now() + 60_000 }
  fakeApi({ [list]: () => ({ controllers: [heard], total: 1, page: 1, page_size: 50 }) })
  await show()
  expect((await screen.findByText(/1 second ago/)).textContent).not.toContain('now')
})

test('no matches differs from no controllers', async () => {
  fakeApi({ [list]: () => ({ controllers: [], total: 0, page: 1, page_size: 50 }) })
  const { user } = await show()
  expect(await screen.findByText('No controller yet')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Connection'), 'Connected')
  expect(await screen.findByText('No controller found')).toBeTruthy()
})

test('a controller is assigned to somebody of the company', async () => {
  const api = fakeApi({
    [list]: () => ({ controllers: [createController(3)], total: 1, page: 1, page_size: 50 }),
    'GET /companies/:companyId/users': () => ({
      users: [{ id: 5, first_name: 'Jan', last_name: 'Kos', email: 'jan@test.si' } as never],
      total: 1,
      page: 1,
      page_size: 50,
    }),
    [setOwner]: () => ({ owner: { id: 5, first_name: 'Jan', last_name: 'Kos' } }),
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: /Change owner of Cellar 3/ }))
  const dialog = within(screen.getByRole('dialog'))
  const save = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement
  expect(save.disabled).toBe(true)
  await user.click(await dialog.findByRole('radio', { name: /jan@test.si/ }))
  await user.click(save)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(setOwner)).toMatchObject([
    { params: { companyId: '2', controllerId: '3' }, body: { userId: 5 } },
  ])
})
