import type { SharingGroupView } from '@ohmstead/contract/energy-sharing-groups'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup } from '../../testing/sharing-group.ts'
import { SharingGroupsPage } from './sharing-groups-page.tsx'

async function show(
  groups: SharingGroupView[] | Refusal,
  role: 'ROLE_USER_BASIC' | 'ROLE_USER' = 'ROLE_USER_BASIC',
) {
  fakeApi({
    'GET /sharing-groups': () => {
      if (groups instanceof Refusal) throw groups
      return { groups }
    },
  })
  return renderPage(<SharingGroupsPage />, { person: createPerson({ role, roles: [role] }) })
}

test('each group says what it waits for', async () => {
  await show([
    createSharingGroup({ lastMonth: '2020-01', invitedCount: 1 }),
    createSharingGroup({ id: 4, name: 'Zadruga', keyKind: null }),
    createSharingGroup({ id: 5, name: 'Blok', isOrganiser: false, memberCount: null }),
  ])
  await screen.findByText('Sosedje')
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toMatch(/Sosedje.*\d+ months to settle.*Invited: 1/)
  expect(rows[2]).toContain('Draft')
  expect(rows[3]).toContain('Member')
})

test('both schemes stand side by side, with what each costs', async () => {
  await show([])
  expect(await screen.findByText('You do not share energy yet')).toBeTruthy()
  const table = screen.getByRole('table')
  expect(within(table).getByText(/GEN-I: €4.99 to give, €0.99 to receive/)).toBeTruthy()
  expect(within(table).getByText('Transmission plus a reduced distribution rate; levies stay.')).toBeTruthy()
})

test('somebody who may only look is not offered to start one', async () => {
  await show([], 'ROLE_USER')
  await screen.findByText('You do not share energy yet')
  expect(screen.queryByRole('link', { name: 'Start a group' })).toBeNull()
})

test('a failure offers to try again', async () => {
  await show(new Refusal('unexpected'))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
