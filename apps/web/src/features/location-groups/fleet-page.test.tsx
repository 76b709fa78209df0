import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { FleetPage } from './fleet-page.tsx'

const counts = { alarm: 1, offline: 2, silent: 0, live: 7, empty: 0 }
const kept = { layout: 'table' as const, state: 'offline' as const, search: 'brdo' }
const noChange = {
  ...{ alarms_raised: 0, alarms_open: 0, alarms_ended: 0, locations_added: 0, controllers_added: 0 },
  newest: [],
}

async function show(search = '', visit: object = { since: null, ...noChange }) {
  const api = fakeApi({
    'GET /location-groups/:locationGroupId': () => ({
      locationGroup: {
        ...{ id: 20, name: 'Village', companyId: 2, path: [], groups: [], locations: [] },
        company: { id: 2, name: 'Sun', rootGroup: { id: 20 } },
      },
    }),
    'GET /location-groups/:locationGroupId/locations': () => ({
      ...{ locations: [], total: 0, counts, attention_count: 0, page: 1, page_size: 50 },
    }),
    'GET /location-groups/:locationGroupId/views': () => ({
      views: [{ id: 4, name: 'Lost in Brdo', filter: kept }],
    }),
    'POST /location-groups/:locationGroupId/views': ({ body }) => ({
      view: { id: 5, ...(body as { name: string; filter: typeof kept }) },
    }),
    'PUT /location-groups/:locationGroupId/visit': () => visit as never,
  })
  const shown = await renderPage(<FleetPage />, {
    at: `/companies/2/location-groups/20/fleet${search}`,
    pattern: '/companies/$companyId/location-groups/$locationGroupId/fleet',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
  return { ...shown, api }
}

test('the list does not wait for the name of the group', async () => {
  fakeApi({
    'GET /location-groups/:locationGroupId': () => new Promise<never>(() => {}),
    'GET /location-groups/:locationGroupId/locations': () => ({
      ...{ locations: [], total: 0, counts, attention_count: 0, page: 1, page_size: 50 },
    }),
    'GET /location-groups/:locationGroupId/views': () => ({ views: [] }),
    'PUT /location-groups/:locationGroupId/visit': () => ({ since: null, ...noChange }),
  })
  await renderPage(<FleetPage />, {
    at: '/companies/2/location-groups/20/fleet',
    pattern: '/companies/$companyId/location-groups/$locationGroupId/fleet',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
  expect(await screen.findByRole('button', { name: 'Not connected · 2' })).toBeTruthy()
})

test('a kept view narrows the list by one press', async () => {
  const { user, api } = await show()
  await user.click(await screen.findByRole('button', { name: 'Lost in Brdo' }))
  await expect
    .poll(() => api.sentTo('GET /location-groups/:locationGroupId/locations').at(-1)?.query)
    .toMatchObject({ search: 'brdo', state: 'offline' })
})

test('the filter in the address is used, and can be kept under a name', async () => {
  const { user, api } = await show('?state=alarm')
  await expect
    .poll(() => api.sentTo('GET /location-groups/:locationGroupId/locations').map(({ query }) => query.state))
    .toContain('alarm')
  await user.click(await screen.findByRole('button', { name: 'Save this view' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'On fire')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('View “On fire” saved.')
  expect(api.sentTo('POST /location-groups/:locationGroupId/views')[0]!.body).toEqual({
    name: 'On fire',
    filter: { layout: 'table', state: 'alarm', search: '' },
  })
})

test('what has changed since the last visit leads to the alarms that are still open', async () => {
  const location = { id: 7, name: 'Mill', location_group_id: 21 }
  await show('', {
    ...{ ...noChange, since: Date.UTC(2025, 1, 1), alarms_raised: 3, alarms_open: 1, locations_added: 2 },
    newest: [{ id: 9, type: 'OFF_GRID', since: 1, location }],
  })
  const part = await screen.findByRole('region', { name: 'Since your last visit' })
  expect(part.textContent).toContain('new alarms: 3 (still open: 1) · new locations: 2')
  expect(within(part).getByRole('link', { name: 'Mill: Off grid' }).getAttribute('href')).toBe(
    '/companies/2/location-groups/21/locations/7/alarms/9',
  )
})

test('the first visit tells of no changes', async () => {
  await show()
  await screen.findByRole('heading', { name: 'Village', level: 1 })
  expect(screen.queryByRole('region', { name: 'Since your last visit' })).toBeNull()
})
