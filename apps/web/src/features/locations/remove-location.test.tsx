import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getNavigationContext, setNavigationContext } from '../../shared/navigation/navigation-context.ts'
import { paths } from '../../shared/paths.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RemoveLocation } from './remove-location.tsx'

const owner = createPerson()
const call = 'DELETE /locations/:locationId'
const none = {
  ...{ users: 0, invitations: 0, devices: 0, device_groups: 0, alarms: 0, alarm_rules: 0, backups: 0 },
  ...{ charges: 0, invoice_checks: 0, investments: 0, sharing: 0 },
}
const preview = (takes = none, measured_since: number | null = null) => ({
  'GET /locations/:locationId/deletion': () => ({ deletion: { controllers: [], measured_since, takes } }),
})

async function show(location = createLocation(), person = owner) {
  const shown = await renderPage(<RemoveLocation location={location} />, { person })
  const ask = async (answer: string) => {
    await shown.user.click(screen.getByRole('button', { name: 'Delete location' }))
    await shown.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }))
  }
  return { ...shown, ask }
}

test('a location is deleted after a second question, and its owner is led to where it can be undone', async () => {
  const api = fakeApi({
    ...preview(),
    [call]: () => ({ deletion_due_at: Date.UTC(2026, 5, 1) }),
    'GET /auth/user': () => ({ user: createPerson({ locations: [] }) }),
  })
  const returnPath = '/locations/7/manage/settings'
  setNavigationContext({ name: 'Home', path: returnPath, title: '', returnPath })
  const { ask, path } = await show()
  await ask('Cancel')
  expect(api.sentTo(call)).toEqual([])
  await ask('Delete location')
  expect(await screen.findByText(/Home has been deleted/)).toBeTruthy()
  expect(path()).toBe(paths.userPrivacy)
  expect(getNavigationContext()).toBeNull()
  expect(api.sentTo(call)).toMatchObject([{ params: { locationId: '7' }, body: { confirmed: true } }])
})

test('a refusal is shown, and the page stays', async () => {
  fakeApi({
    ...preview(),
    [call]: () => {
      throw new Refusal('location_has_controllers')
    },
  })
  const { ask, path } = await show()
  await ask('Delete location')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(path()).toBe('/')
})

test('a location with controllers cannot be deleted', async () => {
  fakeApi({})
  const controller = {
    id: 3,
    unitId: 'OH-1234',
    kind: 'CONTROLLER' as const,
    alias: null,
    online: true,
    last_seen_at: null,
  }
  await show(createLocation({ controllers: [controller] }))
  const button = screen.getByRole('button', { name: 'Delete location' }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'OH-1234' })).toBeTruthy()
})

test('a person with whom it is only shared has no button', async () => {
  fakeApi({})
  await show(createLocation(), createPerson({ id: 5, locations: [] }))
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('before it is deleted one reads what goes with it', async () => {
  fakeApi(preview({ ...none, devices: 4, users: 2 }, Date.UTC(2025, 2, 1, 12)))
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Delete location' }))
  const list = within(await screen.findByRole('region', { name: 'What goes with it' }))
  expect(list.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('2025'),
    '2',
    '4',
  ])
})
