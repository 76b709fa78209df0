import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChartPlace } from '../../shared/charts/chart-place.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ChartsView } from './charts-view.tsx'

const never = () => new Promise<never>(() => {})
const battery = { id: 4, key: 'battery', metrics: ['power', 'soc'] } as unknown as LocationDeviceView

/** The charts of a place whose answers are still loading. */
async function show(place: ChartPlace | null, locationId?: number) {
  const api = fakeApi({
    'GET /locations/:locationId/data/energy': never,
    'GET /locations/:locationId/data/series': never,
    'GET /location-groups/:locationGroupId/data/energy': never,
  })
  const shown = await renderPage(
    <ChartsView
      place={place}
      {...(locationId !== undefined && { locationId })}
      name="Home"
      timeZone="Europe/Ljubljana"
      devices={place === null ? [battery] : []}
    />,
    { at: '/charts', pattern: '/charts' },
  )
  const ranges = within(screen.getByRole('group', { name: 'Range' })).getAllByRole('radio')
  return { ...shown, api, ranges: ranges.map((one) => one.closest('label')!.textContent) }
}

test('a location has a last hour', async () => {
  const { ranges } = await show({ kind: 'location', locationId: 7 })
  expect(ranges).toEqual(['Last hour', 'Day', 'Week', 'Month', 'Year'])
})

test('a group of locations has none, since it has no values of its own', async () => {
  const { ranges } = await show({ kind: 'group', locationGroupId: 3 })
  expect(ranges).toEqual(['Day', 'Week', 'Month', 'Year'])
})

test('ungrouped devices, which have no balance, show their powers', async () => {
  const { api, ranges } = await show(null, 7)
  expect(ranges).toContain('Last hour')
  expect(api.sent).toMatchObject([
    {
      key: 'GET /locations/:locationId/data/series',
      params: { locationId: '7' },
      query: { metric: 'battery/power' },
    },
  ])
})
