import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { alarmsKey } from '../../shared/alarms-key.ts'
import { queryClient } from '../../shared/query-client.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LocationForm } from './location-form.tsx'

const update = 'PUT /locations/:locationId'
const zones: Record<string, string[]> = {
  SI: ['Europe/Ljubljana'],
  ES: ['Europe/Madrid', 'Atlantic/Canary'],
}
const places = {
  'GET /countries': () => ({
    countries: [
      { id: 1, code: 'ES', name: 'Spain' },
      { id: 2, code: 'SI', name: 'Slovenia' },
    ],
  }),
  'GET /pricing/spot-market/regions': ({ query }: { query: Record<string, string> }) => ({
    entries: [
      {
        ...{ code: query.countryCode!, type: 'BIDDING_ZONE' as const, name: '' },
        ...{ countryCode: query.countryCode!, has_prices: true },
      },
    ],
  }),
  'GET /timezones': ({ query }: { query: Record<string, string> }) => ({
    timezones: zones[query.countryCode!]!.map((name) => ({ name })),
  }),
}
const home = createLocation({
  ...{ name: 'Home', kind: 'HOUSE', latitude: 46.05, longitude: 14.5 },
  region: { code: 'SI', type: 'BIDDING_ZONE' },
})
const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const save = () => screen.getByRole('button', { name: 'Save' })

test('everything that describes a location is changed in one go', async () => {
  const api = fakeApi({ ...places, [update]: () => ({ location: home }) })
  const { user } = await renderPage(<LocationForm location={home} />)
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), ' Villa ')
  await user.selectOptions(screen.getByLabelText('Kind of location'), 'Farm')
  await user.clear(screen.getByLabelText('Latitude'))
  await user.selectOptions(await screen.findByLabelText('Country'), 'Spain')
  // Its usual time zone is preselected.
  await expect.poll(() => shownIn('Time zone')).toBe('Europe/Madrid')
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Atlantic/Canary')
  await user.click(save())
  await screen.findByText('The location has been saved.')
  expect(api.sentTo(update)).toMatchObject([
    {
      params: { locationId: '7' },
      body: {
        ...{ name: 'Villa', kind: 'FARM', countryCode: 'ES', timezone: 'Atlantic/Canary' },
        ...{ region: { code: 'ES', type: 'BIDDING_ZONE' }, latitude: null, longitude: 14.5 },
      },
    },
  ])
})

test('kind and place are unchanged if they are not among the options', async () => {
  const api = fakeApi({ ...places, [update]: () => ({ location: home }) })
  const odd = createLocation({ kind: 'lighthouse', timezone: { name: 'Europe/Vienna' } })
  const { user } = await renderPage(<LocationForm location={odd} />)
  await within(screen.getByLabelText('Country')).findByRole('option', { name: 'Spain' })
  await user.click(save())
  await expect
    .poll(() => api.sentTo(update))
    .toMatchObject([
      { body: { kind: 'lighthouse', region: null, timezone: 'Europe/Vienna', latitude: null } },
    ])
})

test('going back to the previous country restores its region and time zone', async () => {
  fakeApi(places)
  const canary = createLocation({ country: { code: 'ES' }, timezone: { name: 'Atlantic/Canary' } })
  const { user } = await renderPage(<LocationForm location={canary} />)
  await user.selectOptions(await screen.findByLabelText('Country'), 'Slovenia')
  await expect.poll(() => shownIn('Time zone')).toBe('Europe/Ljubljana')
  await user.selectOptions(screen.getByLabelText('Country'), 'Spain')
  await expect.poll(() => shownIn('Time zone')).toBe('Atlantic/Canary')
})

test('a failure is shown with its reason, and the input stays', async () => {
  fakeApi({
    ...places,
    [update]: () => {
      throw new Refusal('not_allowed')
    },
  })
  const { user } = await renderPage(<LocationForm location={home} />)
  await user.type(screen.getByLabelText('Name'), ' 2')
  await user.click(save())
  await screen.findByText('The location could not be saved.')
  expect(screen.getAllByRole('alert')[0]?.textContent).not.toBe('')
  expect(shownIn('Name')).toBe('Home 2')
})

test('a latitude beyond the pole, or a non-numeric one, is not sent', async () => {
  const api = fakeApi(places)
  const { user } = await renderPage(<LocationForm location={home} />)
  for (const [typed, message] of [
    ['91', 'Latitude must be 90 or less.'],
    ['north', 'Latitude must be a valid decimal number.'],
  ] as const) {
    await user.clear(screen.getByLabelText('Latitude'))
    await user.type(screen.getByLabelText('Latitude'), typed)
    await user.click(save())
    await screen.findByText(message)
  }
  expect(api.sentTo(update)).toEqual([])
})

test.each([
  ['another time zone makes everything that is known outdated', 'Atlantic/Canary', true],
  ['another name leaves the alarms as they are', null, false],
])('%s', async (_, zone, isOutdated) => {
  const canary = createLocation({ country: { code: 'ES' }, timezone: { name: 'Europe/Madrid' } })
  fakeApi({ ...places, [update]: () => ({ location: canary }) })
  queryClient.setQueryData(alarmsKey, [])
  const { user } = await renderPage(<LocationForm location={canary} />)
  if (zone) await user.selectOptions(await screen.findByLabelText('Time zone'), zone)
  else await user.type(screen.getByLabelText('Name'), ' 2')
  await user.click(save())
  await screen.findByText('The location has been saved.')
  await expect.poll(() => queryClient.getQueryState(alarmsKey)?.isInvalidated).toBe(isOutdated)
})

test('a kind in words of its own is offered beside the usual ones', async () => {
  fakeApi(places)
  await renderPage(<LocationForm location={createLocation({ kind: 'lighthouse' })} />)
  expect(shownIn('Kind of location')).toBe('lighthouse')
  expect(
    within(screen.getByLabelText('Kind of location')).getByRole('option', { name: 'lighthouse' }),
  ).toBeTruthy()
})

test('a time zone that was chosen goes with its country', async () => {
  const api = fakeApi({ ...places, [update]: () => ({ location: home }) })
  const { user } = await renderPage(<LocationForm location={home} />)
  await user.selectOptions(await screen.findByLabelText('Country'), 'Spain')
  await user.selectOptions(await screen.findByLabelText('Time zone'), 'Atlantic/Canary')
  await user.selectOptions(screen.getByLabelText('Country'), 'Slovenia')
  await user.click(save())
  await screen.findByText('The location has been saved.')
  expect(api.sentTo(update)).toMatchObject([{ body: { countryCode: 'SI', timezone: 'Europe/Ljubljana' } }])
})
