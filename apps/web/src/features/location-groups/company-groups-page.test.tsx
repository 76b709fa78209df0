import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CompanyGroupsPage } from './company-groups-page.tsx'

const createNode = (
  id: number,
  title: string,
  type: MenuNodeView['type'],
  children: MenuNodeView[] = [],
): MenuNodeView => ({ id, title, type, href: '', level: 0, children, aliases: [], data: {} })
const village = createNode(21, 'Village', 'location-group', [createNode(7, 'Home', 'location')])
const hills = createNode(22, 'Hills', 'location-group')
const menu = (groups: MenuNodeView[]) => ({
  company: { id: 2, name: 'Sonce', rootGroup: { id: 20 } },
  structure: [createNode(2, 'Sonce', 'company', groups)],
})
const remove = 'DELETE /location-groups/:locationGroupId'
const create = 'POST /companies/:companyId/location-groups'
const rename = 'PUT /location-groups/:locationGroupId'

async function show() {
  const shown = await renderPage(<CompanyGroupsPage />, {
    at: '/companies/2',
    pattern: '/companies/$companyId',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
  await screen.findByText('Village')
  const press = async (name: string) => shown.user.click(screen.getByRole('button', { name }))
  const answer = (name: string) =>
    shown.user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
  return { ...shown, press, answer }
}
const around = { 'GET /deleted-locations': () => ({ locations: [] }) }

test('an empty group is deleted after a second question; a non-empty one cannot be', async () => {
  let groups = [village, hills]
  const api = fakeApi({
    ...around,
    'GET /menu/:companyId': () => menu(groups),
    [remove]: () => {
      groups = [village]
    },
  })
  const { press, answer } = await show()
  expect(screen.queryByRole('button', { name: 'Delete Village' })).toBeNull()
  await press('Delete Hills')
  await answer('Cancel')
  expect(api.sentTo(remove)).toEqual([])
  await press('Delete Hills')
  await answer('Delete')
  await expect.poll(() => screen.queryByText('Hills')).toBeNull()
  expect(api.sentTo(remove)).toMatchObject([{ params: { locationGroupId: '22' } }])
})

test('a group that is no longer empty stays, with the reason', async () => {
  fakeApi({
    ...around,
    'GET /menu/:companyId': () => menu([village, hills]),
    [remove]: () => {
      throw new Refusal('group_not_empty')
    },
  })
  const { press, answer } = await show()
  await press('Delete Hills')
  await answer('Delete')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Hills')).toBeTruthy()
})

test('a group is added inside another one, and renamed', async () => {
  const api = fakeApi({
    ...around,
    'GET /menu/:companyId': () => menu([village, hills]),
    [create]: () => ({ locationGroup: { id: 23, name: 'Mill' } }),
    [rename]: () => ({ locationGroup: { id: 22, name: 'Mountains' } }),
  })
  const { user, press, answer } = await show()
  await press('Add inside Village')
  await user.type(screen.getByLabelText('Name'), ' Mill ')
  await answer('Save')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(create)).toMatchObject([
    { params: { companyId: '2' }, body: { name: 'Mill', parentId: 21 } },
  ])
  await press('Rename Hills')
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Mountains')
  await answer('Save')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(rename)).toMatchObject([
    { params: { locationGroupId: '22' }, body: { name: 'Mountains' } },
  ])
})

test('if the groups cannot be loaded, a retry is the only action', async () => {
  let isGone = true
  fakeApi({
    ...around,
    'GET /menu/:companyId': () => {
      if (isGone) throw new Refusal('not_found')
      return menu([village])
    },
  })
  const { user } = await renderPage(<CompanyGroupsPage />, {
    at: '/companies/2',
    pattern: '/companies/$companyId',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  isGone = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Village')).toBeTruthy()
})

test('a group is moved into another one; where it is already, the page says so', async () => {
  const move = 'POST /location-groups/:locationGroupId/moves'
  const api = fakeApi({
    ...around,
    'GET /menu/:companyId': () => menu([village, hills]),
    [move]: ({ params }) => {
      if (params.locationGroupId !== '22') throw new Refusal('already_in_group')
    },
  })
  const { press, answer, user } = await show()
  await press('Move Village')
  const into = screen.getByRole('combobox', { name: 'Into the group' })
  await user.selectOptions(into, within(into).getAllByRole('option')[1]!)
  await answer('Move')
  expect(await screen.findByText('Selected items are already in selected group.')).toBeTruthy()
  await user.selectOptions(into, '22')
  await answer('Move')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(move).at(-1)).toMatchObject({
    params: { locationGroupId: '22' },
    body: { groupIds: [village.id] },
  })
})
