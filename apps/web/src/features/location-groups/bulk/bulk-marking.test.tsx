import type { BulkChangeView } from '@ohmstead/contract/bulk-changes'
import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createPerson } from '../../../testing/person.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { FleetPage } from '../fleet-page.tsx'

const base = '/location-groups/:locationGroupId/bulk-changes' as const
const location = (id: number, name: string): GroupLocationView => ({
  ...{ id, name, group: { id: 21, name: 'Village' }, state: 'live', needs_attention: false },
  ...{ alarms: { open: 0, unseen: 0 }, worst_alarm: null, last_seen_at: null },
  power: { home: null, production: null, grid: null },
})
const ended: BulkChangeView = {
  ...{ id: 5, action: 'group', wish: { action: 'group', locationGroupId: 22 }, undoes: null, state: 'done' },
  ...{ target: { id: 22, name: 'South' }, group: { id: 20, name: 'Village' }, roll_out: null },
  ...{ counts: { waiting: 0, sent: 0, done: 1, skipped: 1, failed: 0 }, undoable: 1 },
  ...{ created_at: 1, ended_at: 2, by: { id: 9, first_name: 'Ana', last_name: 'Kos' }, cancelled_by: null },
}

const reserve = {
  ...{
    category: 'BATTERY' as const,
    name: 'soc_min',
    type: 'number' as const,
    unit: '%',
    min: 0,
    max: 100,
    step: 1,
  },
}

async function show(
  role: 'ROLE_AGGREGATOR' | 'ROLE_USER_BASIC' = 'ROLE_AGGREGATOR',
  search = '',
  change = ended,
) {
  const api = fakeApi({
    'GET /location-groups/:locationGroupId': () => ({
      locationGroup: {
        ...{ id: 20, name: 'Village', companyId: 2, path: [], groups: [], locations: [] },
        company: { id: 2, name: 'Sun', rootGroup: { id: 20 } },
      },
    }),
    'GET /location-groups/:locationGroupId/locations': () => ({
      ...{ locations: [location(7, 'Mill'), location(8, 'Barn')], total: 90, attention_count: 0 },
      ...{ counts: { alarm: 0, offline: 0, silent: 0, live: 90, empty: 0 }, page: 1, page_size: 50 },
    }),
    'GET /location-groups/:locationGroupId/views': () => ({ views: [] }),
    'PUT /location-groups/:locationGroupId/visit': () => ({
      ...{ since: null, alarms_raised: 0, alarms_open: 0, alarms_ended: 0, locations_added: 0 },
      ...{ controllers_added: 0, newest: [] },
    }),
    'GET /menu/:companyId': () => ({
      company: { id: 2, name: 'Sun', rootGroup: { id: 20 } },
      structure: [{ type: 'location-group', id: 22, title: 'South', children: [] }] as never,
    }),
    [`GET ${base}/locations`]: () => ({ ids: [7, 8, 9, 10], total: 4 }),
    [`POST ${base}/preview`]: ({ body }: { body: unknown }) => {
      const { locationIds } = body as { locationIds: number[] }
      const left_out = [{ reason: 'already' as const, count: 1 }]
      return { total: locationIds.length, touched: locationIds.length - 1, left_out }
    },
    [`POST ${base}`]: () => ({ change }),
    [`GET ${base}/:bulkChangeId`]: () => ({ change }),
    [`POST ${base}/settings`]: () => ({ settings: [{ ...reserve, options: null, devices: 2 }] }),
    [`GET ${base}/:bulkChangeId/items`]: () => ({
      items: [
        {
          ...{ position: 0, location: { id: 7, name: 'Mill', location_group_id: 22 }, outcome: 'done' },
          device: null,
          ...{ reason: null, undone: false, at: 2 },
        },
        {
          ...{ position: 1, location: { id: 8, name: 'Barn', location_group_id: 21 }, outcome: 'skipped' },
          device: null,
          ...{ reason: 'changed_since', undone: false, at: 2 },
        },
      ],
      next: null,
    }),
    [`POST ${base}/:bulkChangeId/undo`]: () => ({ change: { ...ended, id: 6, undoes: 5, undoable: 0 } }),
  })
  const shown = await renderPage(<FleetPage />, {
    at: `/companies/2/location-groups/20/fleet${search}`,
    pattern: '/companies/$companyId/location-groups/$locationGroupId/fleet',
    person: createPerson({
      role,
      roles: [role],
      ...(role === 'ROLE_AGGREGATOR' && { companies: [{ id: 2, name: 'Sun' }] }),
    }),
  })
  return { ...shown, api }
}

test('marked rows and all that the filter finds are counted, and each can be unmarked', async () => {
  const { user, api } = await show()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Mill' }))
  await screen.findByText('Selected: 1')
  await user.click(screen.getByRole('button', { name: 'Select all (90)' }))
  await screen.findByText('Selected: 4')
  expect(api.sentTo(`GET ${base}/locations`)[0]!.query).toMatchObject({ search: '' })
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }))
  await screen.findByText('Selected: 2')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText(/^Selected/)).toBeNull()
})

test('of a list that is filtered all that it shows are marked, and no others', async () => {
  const { user, api } = await show('ROLE_AGGREGATOR', '?state=live')
  await user.click(await screen.findByRole('button', { name: 'Select all (90)' }))
  await screen.findByText('Selected: 4')
  expect(api.sentTo(`GET ${base}/locations`)[0]!.query).toEqual({ search: '', state: 'live' })
})

test('what would touch nothing cannot be started', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Mill' }))
  await user.click(screen.getByRole('button', { name: 'Change selected' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Into the group' }), '22')
  await dialog.findByText('Will change: 0')
  expect(dialog.getByRole('button', { name: 'Start (0)' })).toHaveProperty('disabled', true)
})

test('another action begins without a choice, and a value out of range is none', async () => {
  const { user, api } = await show()
  for (const name of ['Select Mill', 'Select Barn'])
    await user.click(await screen.findByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: 'Change selected' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Into the group' }), '22')
  await dialog.findByText('Will change: 1')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What to change' }), 'parameter')
  const start = dialog.getByRole<HTMLButtonElement>('button', { name: /^Start/ })
  expect(start.disabled).toBe(true)
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Which setting' }), '0')
  await user.type(dialog.getByRole('textbox', { name: /^New value/ }), '200')
  expect(start.disabled).toBe(true)
  await user.clear(dialog.getByRole('textbox', { name: /^New value/ }))
  await user.type(dialog.getByRole('textbox', { name: /^New value/ }), '20')
  await expect.poll(() => start.disabled).toBe(false)
  await user.click(start)
  expect(api.sentTo(`POST ${base}`)[0]!.body).toMatchObject({
    wish: { action: 'parameter', category: 'BATTERY', parameter: 'soc_min', value: 20 },
  })
})

test.each(['waiting', 'running'] as const)(
  'a change that is %s can be stopped, and not taken back yet',
  async (state) => {
    await show('ROLE_AGGREGATOR', '?change=5', { ...ended, state, ended_at: null })
    const result = within(await screen.findByRole('dialog', { name: 'Move to a group: South' }))
    await result.findByRole('button', { name: 'Stop' })
    expect(result.queryByRole('button', { name: /^Undo/ })).toBeNull()
  },
)

test('the window says how many it would touch and why not the others, and leads to the result', async () => {
  const { user, api } = await show()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Mill' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Barn' }))
  await user.click(screen.getByRole('button', { name: 'Change selected' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Into the group' }), '22')
  await dialog.findByText('Will change: 1')
  expect(dialog.getByText('Already so')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Start (1)' }))
  expect(api.sentTo(`POST ${base}`)[0]!.body).toEqual({
    locationIds: [7, 8],
    wish: { action: 'group', locationGroupId: 22 },
  })
  const result = within(await screen.findByRole('dialog', { name: 'Move to a group: South' }))
  await result.findByText('Changed by somebody since')
  expect(screen.queryByText(/^Selected/), 'nothing is marked any more').toBeNull()
  await user.click(result.getByRole('button', { name: 'Undo (1)' }))
  expect(api.sentTo(`POST ${base}/:bulkChangeId/undo`)).toHaveLength(1)
})

test('a result has an address', async () => {
  await show('ROLE_AGGREGATOR', '?change=5')
  await screen.findByRole('dialog', { name: 'Move to a group: South' })
})

test('people who do not run the company mark nothing', async () => {
  await show('ROLE_USER_BASIC', '?change=5')
  await screen.findByRole('link', { name: 'Mill' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
