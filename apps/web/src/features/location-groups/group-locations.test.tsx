import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { GroupAttention } from './group-attention.tsx'
import { GroupLocations } from './group-locations.tsx'

const list = 'GET /location-groups/:locationGroupId/locations'
const pattern = '/companies/$companyId/location-groups/$locationGroupId/charts'
const location = (id: number, name: string, change: Partial<GroupLocationView>): GroupLocationView => ({
  id,
  name,
  group: { id: 21, name: 'Village' },
  state: 'live',
  needs_attention: false,
  alarms: { open: 0, unseen: 0 },
  worst_alarm: null,
  last_seen_at: Date.now() - 180_000,
  power: { home: 1200, production: null, grid: 1200 },
  ...change,
})
const answer = (locations: GroupLocationView[], counts = {}, attention_count = 0) => ({
  locations,
  total: locations.length,
  counts: { alarm: 0, offline: 0, silent: 0, live: 0, empty: 0, ...counts },
  attention_count,
  page: 1,
  page_size: 50,
})

async function show() {
  return await renderPage(<GroupLocations />, {
    at: '/companies/2/location-groups/20/charts',
    pattern,
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
}

test('a row shows the problem and leads to the location in its own group', async () => {
  const rule = {
    ...{ name: 'Much import', kind: 'metric' as const, durationSeconds: 600 },
    settings: {
      ...{ metric: 'power', category: 'GRID' as const, deviceKey: null, condition: 'above' as const },
      ...{ value: 4000, upper: null, clear: null },
    },
  }
  const worst_alarm = {
    id: 5,
    type: 'RULE' as const,
    device_name: 'Meter',
    since: Date.now() - 3_600_000,
    rule,
  }
  const alarm = { state: 'alarm' as const, alarms: { open: 2, unseen: 1 }, worst_alarm }
  fakeApi({
    [list]: () => answer([location(7, 'Mill', alarm), location(8, 'Barn', {})], { alarm: 1, live: 1 }),
  })
  const { user, path } = await show()
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) =>
    textContent!.replaceAll('\u00a0', ' '),
  )
  expect(rows.slice(1)).toEqual([
    'MillVillage2 alarmsMuch import · Meter · 1 hour ago1.20 kW–1.20 kW3 minutes ago',
    'BarnVillageIn order1.20 kW–1.20 kW3 minutes ago',
  ])
  await user.click(screen.getByRole('link', { name: 'Mill' }))
  expect(path()).toBe('/companies/2/location-groups/21/locations/7')
})

test('search words and a state are sent to the server, from its first page on', async () => {
  const api = fakeApi({ [list]: () => answer([location(7, 'Mill', {})], { offline: 1, live: 1 }) })
  const { user } = await show()
  await user.type(await screen.findByRole('searchbox'), 'mi')
  await expect.poll(() => api.sentTo(list).at(-1)).toMatchObject({ query: { search: 'mi', page: '1' } })
  await user.click(screen.getByRole('button', { name: 'Not connected · 1' }))
  await expect
    .poll(() => api.sentTo(list).at(-1))
    .toMatchObject({ query: { search: 'mi', state: 'offline' } })
  // States without any location are not offered.
  expect(screen.queryByRole('button', { name: /^Alarm/ })).toBeNull()
})

test('a search that finds nothing says so', async () => {
  fakeApi({
    [list]: ({ query }: { query: Record<string, string> }) =>
      answer(query.search ? [] : [location(7, 'Mill', {})], query.search ? {} : { live: 1 }),
  })
  const { user } = await show()
  await user.type(await screen.findByRole('searchbox'), 'xy')
  expect(await screen.findByText('No location matches.')).toBeTruthy()
})

test('a group without locations has no list', async () => {
  const api = fakeApi({ [list]: () => answer([]) })
  await show()
  await expect.poll(() => api.sentTo(list).length).toBe(1)
  await expect.poll(() => screen.queryByRole('heading')).toBeNull()
})

test('what needs a look stands before the sum: the worst by name, and the way to the list', async () => {
  const troubled = [1, 2, 3, 4].map((id) =>
    location(id, `Mill ${id}`, { state: 'offline', needs_attention: true }),
  )
  fakeApi({
    [list]: () => answer([...troubled, location(9, 'Barn', {})], { offline: 4, live: 5, empty: 1 }, 4),
  })
  const { user, path } = await renderPage(
    <>
      <GroupAttention />
      <GroupLocations />
    </>,
    {
      at: '/companies/2/location-groups/20/charts',
      pattern,
      person: createPerson({ role: 'ROLE_AGGREGATOR' }),
    },
  )
  await user.click(await screen.findByRole('button', { name: '4 of 10 locations need attention' }))
  expect(document.activeElement?.textContent).toBe('Locations')
  // Once above, once in the list; the fourth only there.
  expect(screen.getAllByRole('link', { name: 'Mill 3' })).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: 'Mill 4' })).toHaveLength(1)
  await user.click(screen.getAllByRole('link', { name: 'Mill 1' })[0]!)
  expect(path()).toBe('/companies/2/location-groups/21/locations/1')
})

test('where all is well nothing stands before the sum', async () => {
  const api = fakeApi({ [list]: () => answer([location(7, 'Mill', {})], { live: 1, empty: 1 }) })
  await renderPage(<GroupAttention />, { at: '/companies/2/location-groups/20/charts', pattern })
  await expect.poll(() => api.sentTo(list).length).toBe(1)
  expect(screen.queryByRole('button')).toBeNull()
})

test('another search and another state begin at the first page', async () => {
  const api = fakeApi({
    [list]: ({ query }: { query: Record<string, string> }) => ({
      ...answer([location(7, 'Mill', {})], { offline: 1, live: 120 }),
      ...{ total: 121, page: Number(query.page) },
    }),
  })
  const { user } = await show()
  const last = () => api.sentTo(list).at(-1)!.query
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await expect.poll(last).toMatchObject({ page: '2' })
  await user.type(screen.getByRole('searchbox'), 'mi')
  await expect.poll(last).toMatchObject({ search: 'mi', page: '1' })
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await expect.poll(last).toMatchObject({ search: 'mi', page: '2' })
  await user.click(screen.getByRole('button', { name: 'Not connected · 1' }))
  await expect.poll(last).toMatchObject({ state: 'offline', page: '1' })
})

test('of more locations than a page has, those whose alarms have all been seen are not counted', async () => {
  const unseen = location(7, 'Mill', {
    state: 'alarm',
    needs_attention: true,
    alarms: { open: 2, unseen: 1 },
  })
  const seen = Array.from({ length: 49 }, (_, at) =>
    location(100 + at, `Inn ${at}`, { state: 'alarm', alarms: { open: 1, unseen: 0 } }),
  )
  fakeApi({ [list]: () => answer([unseen, ...seen], { alarm: 80, live: 20 }, 1) })
  await renderPage(<GroupAttention />, { at: '/companies/2/location-groups/20/charts', pattern })
  await screen.findByRole('button', { name: '1 of 100 locations needs attention' })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Mill'])
})

test('of a group that does not exist nothing is listed', async () => {
  const api = fakeApi({
    [list]: () => {
      throw new Refusal('not_found')
    },
  })
  await show()
  await expect.poll(() => api.sentTo(list).length).toBe(1)
  await expect.poll(() => screen.queryByRole('heading')).toBeNull()
})
