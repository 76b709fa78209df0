import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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

test('the workbook of metrics asks for just these, and its file is named by them and by its last day', async () => {
  const api = fakeApi({
    'GET /locations/:locationId/data/series': ({ query }) => ({
      ...{ from: Number(query.from), to: Number(query.to), interval: 3600, time_zone: 'Europe/Ljubljana' },
      ts: [Number(query.from)],
      series: [
        {
          ...{ device: 'battery', metric: 'battery/soc', kind: 'gauge', unit: '%' },
          ...{ values: [50], estimated: [], incomplete: [] },
        },
      ],
    }),
    'GET /locations/:locationId/data/series/xlsx': never,
  })
  const { user } = await renderPage(
    <ChartsView
      place={{ kind: 'location', locationId: 7 }}
      name="Home"
      timeZone="Europe/Ljubljana"
      devices={[battery]}
    />,
    { at: '/charts?range=custom&from=2026-05-04&to=2026-05-06&metrics=battery/soc', pattern: '/charts' },
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  await expect
    .poll(() => api.sentTo('GET /locations/:locationId/data/series/xlsx'))
    .toMatchObject([
      {
        params: { locationId: '7' },
        query: {
          metric: 'battery/soc',
          from: `${Date.parse('2026-05-04T00:00+02:00')}`,
          to: `${Date.parse('2026-05-07T00:00+02:00')}`,
          locale: 'en',
        },
      },
    ])
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await user.click(screen.getByRole('menuitem', { name: 'CSV' }))
  expect(names).toEqual(['home-battery-soc-2026-05-04-2026-05-06.csv'])
})
