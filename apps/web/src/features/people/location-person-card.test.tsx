import type { LocationPersonView } from '@ohmstead/contract/people'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { locationPeopleQuery } from '../../shared/people/location-people-query.ts'
import { queryClient } from '../../shared/query-client.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { getToasts } from '../../ui/toast-store.ts'
import { LocationPersonCard } from './location-person-card.tsx'

const owner = createPerson()
const guest: LocationPersonView = {
  id: 5,
  email: 'jan@test.si',
  first_name: 'Jan',
  last_name: 'Kos',
  role: 'ROLE_USER',
  is_owner: false,
  permissions: { view: true, edit: false, control: false, manageUsers: false },
  can_change: true,
}

const show = (person = guest) =>
  renderPage(<LocationPersonCard person={person} locationId={7} locationName="Home" />, { person: owner })

test('access is removed after a second question, for this person at this location', async () => {
  const api = fakeApi({ 'DELETE /locations/:locationId/users/:userId': () => undefined })
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Remove access for Jan Kos' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(api.sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove access for Jan Kos' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove access' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sent).toMatchObject([
    { key: 'DELETE /locations/:locationId/users/:userId', params: { locationId: '7', userId: '5' } },
  ])
})

test('switching one right sends all of them', async () => {
  const api = fakeApi({
    'PUT /locations/:locationId/users/:userId': () => ({ users: [guest] }),
  })
  const { user } = await show()
  await user.click(screen.getByRole('switch', { name: 'Control' }))
  await expect
    .poll(() => api.sent)
    .toMatchObject([{ body: { view: true, edit: false, control: true, manageUsers: false } }])
})

test('a refused right is switched back, with the reason', async () => {
  fakeApi({
    'PUT /locations/:locationId/users/:userId': () => {
      throw new Refusal('not_allowed')
    },
  })
  const { user } = await show()
  await user.click(screen.getByRole('switch', { name: 'Control' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect((screen.getByRole('switch', { name: 'Control' }) as HTMLInputElement).checked).toBe(false)
})

test('a granted right is confirmed, and undone by one press', async () => {
  let now = guest
  const api = fakeApi({
    'GET /locations/:locationId/users': () => ({ users: [now] }),
    'PUT /locations/:locationId/users/:userId': ({ body }) => {
      now = { ...guest, permissions: { ...guest.permissions, ...body } }
      return { users: [now] }
    },
  })
  await queryClient.fetchQuery(locationPeopleQuery(7))
  const { user } = await show()
  await user.click(screen.getByRole('switch', { name: 'Edit' }))
  await screen.findByText('Jan Kos may now edit this location.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone.')
  const sent = api.sentTo('PUT /locations/:locationId/users/:userId').map(({ body }) => body.edit)
  expect(sent).toEqual([true, false])
  expect(now.permissions).toEqual(guest.permissions)
})

test.each([
  ['the owner', { is_owner: true }, 'The owner can always do everything.'],
  ['oneself', { id: owner.id }, 'Only somebody else can change your permissions.'],
  ['others above', {}, 'You do not have permission to change this person’s access.'],
])('the switches of %s are disabled and say why', async (_, who, reason) => {
  fakeApi({})
  const { user } = await show({ ...guest, ...who, can_change: false })
  expect(screen.queryByRole('button', { name: 'Remove access for Jan Kos' })).toBeNull()
  for (const one of screen.getAllByRole('switch')) {
    expect(one.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(one.getAttribute('aria-describedby')!)?.textContent).toBe(reason)
    expect(one.getAttribute('data-tooltip')).toBe(reason)
    const before = (one as HTMLInputElement).checked
    await user.click(one)
    expect((one as HTMLInputElement).checked).toBe(before)
  }
})

test('undo takes back one right and leaves what was changed since', async () => {
  const api = fakeApi({
    'GET /locations/:locationId/users': () => ({ users: [guest] }),
    'PUT /locations/:locationId/users/:userId': ({ body }) => ({
      users: [{ ...guest, permissions: { ...guest.permissions, ...body } }],
    }),
  })
  await queryClient.fetchQuery(locationPeopleQuery(7))
  const { user } = await show()
  await user.click(screen.getByRole('switch', { name: 'Edit' }))
  await screen.findByText('Jan Kos may now edit this location.')
  expect(getToasts()).toMatchObject([{ action: { isUndo: true } }])
  queryClient.setQueryData(locationPeopleQuery(7).queryKey, [
    { ...guest, permissions: { view: true, edit: true, control: true, manageUsers: false } },
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone.')
  expect(api.sentTo('PUT /locations/:locationId/users/:userId').at(-1)!.body).toEqual({
    ...{ view: true, edit: false, control: true, manageUsers: false },
  })
})

test('while one right is being changed the others wait', async () => {
  const answer = Promise.withResolvers<{ users: LocationPersonView[] }>()
  const api = fakeApi({ 'PUT /locations/:locationId/users/:userId': () => answer.promise })
  const { user } = await show()
  await user.click(screen.getByRole('switch', { name: 'Edit' }))
  await user.click(screen.getByRole('switch', { name: 'Control' }))
  expect(api.sent).toHaveLength(1)
  answer.resolve({ users: [guest] })
  await screen.findByText('Jan Kos may now edit this location.')
})

test('the offer to undo stays for six seconds', async () => {
  fakeApi({ 'PUT /locations/:locationId/users/:userId': () => ({ users: [guest] }) })
  await show()
  const isOffered = () => screen.queryByRole('button', { name: 'Undo' }) !== null
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.click(screen.getByRole('switch', { name: 'Edit' }))
    await vi.waitFor(() => expect(isOffered()).toBe(true))
    await vi.advanceTimersByTimeAsync(5500)
    expect(isOffered()).toBe(true)
    await vi.advanceTimersByTimeAsync(500)
    expect(isOffered()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
