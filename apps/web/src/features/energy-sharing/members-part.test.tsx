import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createNode } from '../../testing/create-node.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup, createSharingMember } from '../../testing/sharing-group.ts'
import { MembersPart } from './members-part.tsx'

const add = 'POST /sharing-groups/:sharingGroupId/members'
const aggregator = createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'] })

const location = (id: number) => createNode('location', id, `Home ${id}`, `/locations/${id}`)

test('what keeps the group from being settled is said in words, at the member that it is about', async () => {
  await renderPage(
    <MembersPart
      group={createSharingGroup({
        problems: [
          { kind: 'noKey', memberId: null, isBlocking: true },
          { kind: 'yearlyNettingReceives', memberId: 2, isBlocking: true },
        ],
      })}
    />,
  )
  expect(screen.getByText('There is no key yet.')).toBeTruthy()
  const row = screen.getByRole('row', { name: /Bojan/ })
  expect(within(row).getByText('With yearly netting it may give, but not receive.')).toBeTruthy()
})

test('many places join at once, and one that is refused keeps no other one out', async () => {
  const group = createSharingGroup({ members: [] })
  const api = fakeApi({
    'GET /menu': () => ({
      structure: Array.from({ length: 60 }, (_, at) => location(at + 1)),
      company: null,
    }),
    'GET /abstract-devices-all': () => ({ devices: [] }),
    [add]: ({ body }) => {
      if (body.name === 'Home 2') throw new Refusal('in_another_group')
      return { group }
    },
  })
  const { user } = await renderPage(<MembersPart group={group} />, { person: aggregator })
  await user.click(screen.getByRole('button', { name: 'Add own places' }))
  const dialog = screen.getByRole('dialog')
  await user.type(await within(dialog).findByRole('searchbox'), 'home 2')
  await user.click(within(dialog).getByRole('button', { name: 'Choose all (15)' }))
  expect(within(dialog).getByText(/^Chosen: 15/)).toBeTruthy()
  await user.click(within(dialog).getAllByRole('button', { name: 'Add own places' }).at(-1)!)
  expect(await screen.findByText(/^Places not added: 1/)).toBeTruthy()
  expect(api.sentTo(add)).toHaveLength(15)
  expect(api.sentTo(add)[0]!.body).toMatchObject({ role: 'receiver', sharedShare: '0' })
})

test('those found are chosen in one role, and those chosen before keep theirs', async () => {
  const group = createSharingGroup({ members: [] })
  const api = fakeApi({
    'GET /menu': () => ({
      structure: Array.from({ length: 12 }, (_, at) => location(at + 1)),
      company: null,
    }),
    'GET /abstract-devices-all': () => ({ devices: [] }),
    [add]: () => ({ group }),
  })
  const { user } = await renderPage(<MembersPart group={group} />, { person: aggregator })
  await user.click(screen.getByRole('button', { name: 'Add own places' }))
  const dialog = screen.getByRole('dialog')
  const search = await within(dialog).findByRole('searchbox')
  const role = within(dialog).getByRole('combobox', { name: 'Role' })
  await user.type(search, 'home 1')
  await user.selectOptions(role, 'Gives and receives')
  await user.click(within(dialog).getByRole('button', { name: 'Choose all (4)' }))
  await user.clear(search)
  await user.selectOptions(role, 'Receives')
  await user.click(within(dialog).getByRole('button', { name: 'Choose all (12)' }))
  await user.click(within(dialog).getAllByRole('button', { name: 'Add own places' }).at(-1)!)
  await expect.poll(() => api.sentTo(add).length).toBe(12)
  const roles = Map.groupBy(api.sentTo(add), ({ body }) => body.role)
  const namesOf = (own: 'both' | 'receiver') => roles.get(own)!.map(({ body }) => body.name)
  expect(namesOf('both')).toEqual(['Home 1', 'Home 10', 'Home 11', 'Home 12'])
  expect(namesOf('receiver')).toHaveLength(8)
})

test('two hundred members are paged and searched', async () => {
  const members = Array.from({ length: 200 }, (_, at) =>
    createSharingMember({ id: at + 1, name: `Member ${at + 1}` }),
  )
  const { user } = await renderPage(<MembersPart group={createSharingGroup({ members })} />)
  expect(screen.getAllByRole('row')).toHaveLength(51)
  await user.type(screen.getByRole('searchbox'), 'member 137')
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

test('an invitation goes out with the role of the person', async () => {
  const group = createSharingGroup()
  const api = fakeApi({ [add]: () => ({ group }) })
  const { user } = await renderPage(<MembersPart group={group} />)
  await user.click(screen.getByRole('button', { name: 'Invite by e-mail' }))
  const dialog = screen.getByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'E-mail' }), 'cilka@test.si')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Cilka')
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Role' }), 'Receives')
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await screen.findByText(/cilka@test.si/)
  expect(api.sentTo(add)[0]!.body).toMatchObject({
    ...{ email: 'cilka@test.si', name: 'Cilka', role: 'receiver', sharedShare: '0' },
  })
})
