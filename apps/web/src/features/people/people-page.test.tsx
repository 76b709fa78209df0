import type { PersonView } from '@ohmstead/contract/people'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCompany } from '../../testing/create-company.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createListedPerson } from '../../testing/listed-person.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { PeoplePage } from './people-page.tsx'

const admin = createPerson({ id: 9, role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })

const createRow = (id: number, change: Partial<PersonView> = {}) =>
  createListedPerson({ id, email: `p${id}@test.si`, first_name: `Person${id}`, last_name: 'Test', ...change })

test('a link leads to one person', async () => {
  const api = fakeApi({ 'GET /users': () => ({ users: [createRow(7)], total: 1, page: 1, page_size: 50 }) })
  await renderPage(<PeoplePage />, { at: '/users?search=p7%40test.si', pattern: '/users', person: admin })
  await screen.findByText(/Person7/)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'p7@test.si')
  expect(api.sentTo('GET /users').map(({ query }) => query.search)).toEqual(['p7@test.si'])
})

test('the page of all people asks for no companies', async () => {
  const api = fakeApi({
    'GET /users': () => ({ users: [createRow(7)], total: 1, page: 1, page_size: 50 }),
    'GET /companies': () => ({ companies: [createCompany()] }),
  })
  await renderPage(<PeoplePage />, { at: '/users', person: admin })
  await screen.findByText('1 person')
  expect(api.sentTo('GET /companies')).toEqual([])
})

test('the page of a company says whose it is', async () => {
  fakeApi({
    'GET /companies/:companyId/users': () => ({ users: [createRow(7)], total: 1, page: 1, page_size: 50 }),
    'GET /companies': () => ({
      companies: [createCompany({ id: 6 }), createCompany({ id: 5, name: 'Sun' })],
    }),
  })
  await renderPage(<PeoplePage />, {
    at: '/companies/5/users',
    pattern: '/companies/$companyId/users',
    person: admin,
  })
  await screen.findByText('Sun')
})

test('pages are loaded one by one, and a new search begins at the first', async () => {
  const api = fakeApi({
    'GET /users': ({ query }) => ({
      users: [createRow(Number(query.page ?? 1))],
      total: query.search ? 60 : 120,
      page: Number(query.page ?? 1),
      page_size: 50,
    }),
  })
  const { user } = await renderPage(<PeoplePage />, { person: admin })
  await screen.findByText(/Person1/)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText(/Person2/)
  await user.type(screen.getByRole('searchbox'), 'novak')
  await expect
    .poll(() => api.sentTo('GET /users').at(-1)?.query)
    .toMatchObject({ search: 'novak', page: '1' })
  expect(await screen.findByText(/Person1/)).toBeTruthy()
})

test('an empty list says how people join, and a search without matches what to try', async () => {
  fakeApi({ 'GET /users': () => ({ users: [], total: 0, page: 1, page_size: 50 }) })
  const { user } = await renderPage(<PeoplePage />, { person: admin })
  await screen.findByText(/^People appear here once they register/)
  await user.selectOptions(screen.getByLabelText('Role'), 'ROLE_AGGREGATOR')
  await screen.findByText('Try a different search or another role.')
})

test('people seen within the last minute are online, others were seen some time ago or never', async () => {
  const seen = [Date.now() - 20_000, Date.now() - 5 * 60_000, null]
  fakeApi({
    'GET /users': () => ({
      users: seen.map((last_seen_at, index) => createRow(index, { last_seen_at })),
      total: 3,
      page: 1,
      page_size: 50,
    }),
  })
  await renderPage(<PeoplePage />, { person: admin })
  await screen.findByText(/online now$/)
  expect(screen.getByText(/last seen 5 minutes ago$/)).toBeTruthy()
  expect(screen.getByText(/never signed in$/)).toBeTruthy()
})

test('people without a name are shown by address, once', async () => {
  const users = [createRow(1, { first_name: '', last_name: '' })]
  fakeApi({ 'GET /users': () => ({ users, total: 1, page: 1, page_size: 50 }) })
  await renderPage(<PeoplePage />, { person: admin })
  expect(await screen.findAllByText(/p1@test.si/)).toHaveLength(1)
})

test('an account is disabled after a second question, and by nothing else', async () => {
  let disabledAt: number | null = null
  const api = fakeApi({
    'GET /users': () => ({
      users: [createRow(5, { disabled_at: disabledAt })],
      total: 1,
      page: 1,
      page_size: 50,
    }),
    'PUT /users/:userId/disabled': ({ body }) => {
      disabledAt = body.disabled ? 1 : null
      const user = createRow(5, { disabled_at: disabledAt })
      return { user: { ...user, locale: null, locations: [], controllers: [] } }
    },
  })
  const { user } = await renderPage(<PeoplePage />, { person: admin })
  const disable = async (answer: string) => {
    await user.click(await screen.findByRole('button', { name: /Person5/ }))
    await user.click(await screen.findByRole('menuitem', { name: /Disable/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: answer }))
  }
  await disable('Cancel')
  expect(api.sentTo('PUT /users/:userId/disabled')).toEqual([])
  await disable('Disable account')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo('PUT /users/:userId/disabled')).toMatchObject([
    { params: { userId: '5' }, body: { disabled: true } },
  ])
  expect(await screen.findByText('Disabled')).toBeTruthy()
})
