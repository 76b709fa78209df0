import type { CompanyDeletionView } from '@ohmstead/contract/companies'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../shared/paths.ts'
import { getSelectedCompany, selectCompany } from '../../shared/selected-company.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RemoveCompany } from './remove-company.tsx'

const person = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const free: CompanyDeletionView = {
  in_the_way: { locations: 0, deleted_locations: 0, stock: 0, settled_sharing: 0 },
  kept_until: null,
  first_locations: [],
  takes: {
    ...{ location_groups: 3, price_lists: 0, rate_plans: 0, alarm_rules: 2 },
    ...{ webhooks: 0, sharing: 0, roll_outs: 0 },
  },
  leaves: { users: 4, administrators: 0, controllers: 0 },
}
const call = 'DELETE /companies/:companyId'

const show = () => renderPage(<RemoveCompany companyId={7} name="Sun" />, { person })
const openWindow = async (user: Awaited<ReturnType<typeof show>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Delete company' }))
  return within(await screen.findByRole('dialog'))
}

test('what is in the way is counted with links, and the button waits', async () => {
  fakeApi({
    'GET /companies/:companyId/deletion': () => ({
      deletion: {
        ...free,
        in_the_way: { ...free.in_the_way, locations: 12, stock: 1 },
        first_locations: [{ id: 5, name: 'Mill', location_group_id: 9 }],
      },
    }),
  })
  await show()
  const mill = await screen.findByRole('link', { name: 'Mill' })
  expect(mill.getAttribute('href')).toBe(paths.globalLocation(7, 9, 5))
  expect(screen.getByRole('link', { name: 'Controllers to hand out' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Deleted locations' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete company' }).disabled).toBe(true)
})

test('a company whose sharing has statements is told that it stays, not to delete them', async () => {
  fakeApi({
    'GET /companies/:companyId/deletion': () => ({
      deletion: { ...free, in_the_way: { ...free.in_the_way, settled_sharing: 1 } },
    }),
  })
  await show()
  await screen.findByText('They cannot be deleted, so the company stays as well.')
  expect(screen.queryByText('Move or delete these first.')).toBeNull()
})

test('the window says what goes and what stays, and only the typed name deletes', async () => {
  selectCompany(7)
  const api = fakeApi({
    'GET /companies/:companyId/deletion': () => ({ deletion: free }),
    [call]: () => undefined,
    'GET /auth/user': () => ({ user: person }),
  })
  const { user, path } = await show()
  const shown = await openWindow(user)
  expect(
    within(shown.getByRole('region', { name: 'What goes with it' })).getByText('Alarm rules'),
  ).toBeTruthy()
  expect(within(shown.getByRole('region', { name: 'What stays without it' })).getByText('4')).toBeTruthy()
  const confirm = shown.getByRole<HTMLButtonElement>('button', { name: 'Delete company' })
  await user.type(shown.getByLabelText('Name'), 'Su')
  expect(confirm.disabled).toBe(true)
  await user.type(shown.getByLabelText('Name'), 'n')
  await user.click(confirm)
  expect(await screen.findByText('Sun has been deleted.')).toBeTruthy()
  expect(path()).toBe(paths.globalSettings)
  expect(getSelectedCompany()).toBeNull()
  expect(api.sentTo(call)).toMatchObject([{ params: { companyId: '7' }, body: { name: 'Sun' } }])
})

test('a refusal is said in the window, and what is in the way is counted again', async () => {
  let isFree = true
  fakeApi({
    'GET /companies/:companyId/deletion': () => ({
      deletion: isFree ? free : { ...free, in_the_way: { ...free.in_the_way, stock: 2 } },
    }),
    [call]: () => {
      isFree = false
      throw new Refusal('company_in_use')
    },
  })
  const { user } = await show()
  const shown = await openWindow(user)
  await user.type(shown.getByLabelText('Name'), 'Sun{Enter}')
  expect((await shown.findByRole('alert')).textContent).toContain('moved or deleted first')
  expect(await screen.findByRole('link', { name: 'Controllers to hand out', hidden: true })).toBeTruthy()
})
