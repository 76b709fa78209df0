import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlarmHint } from '../features/location-overview/alarm-hint.tsx'
import { closeLiveHub } from '../shared/live/browser-live-hub.ts'
import { createAlarm, createLocationAlarms } from '../testing/alarm.ts'
import { fakeApi, Refusal } from '../testing/fake-api.ts'
import { createLocation } from '../testing/location.ts'
import { createPerson } from '../testing/person.ts'
import { renderPage } from '../testing/render-page.tsx'
import { BottomBar } from './bottom-bar.tsx'

beforeEach(() => {
  class SilentStream {
    addEventListener() {}
    close() {}
  }
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => closeLiveHub())

test.each([
  [true, 1],
  [false, 0],
])(
  'a location that exists (%s) has a bar with its pages, one that does not has none',
  async (exists, bars) => {
    const refuse = () => {
      throw new Refusal('not_found')
    }
    const api = fakeApi({
      'GET /locations/:locationId': () => (exists ? { location: createLocation() } : refuse()),
      'GET /locations/:locationId/alarms': refuse,
      // Not requested: the address has no group.
      'GET /location-groups/:locationGroupId': refuse,
    })
    await renderPage(<BottomBar />, { at: '/locations/7', pattern: '/locations/$locationId' })
    await expect.poll(() => api.sentTo('GET /locations/:locationId').length).toBe(1)
    await expect.poll(() => screen.queryAllByRole('link', { name: 'Charts' }).length).toBe(bars)
    expect(api.sent.filter(({ key }) => key.includes('location-groups'))).toEqual([])
  },
)

test('a group that does not exist has no bar', async () => {
  const refuse = () => {
    throw new Refusal('not_found')
  }
  const api = fakeApi({
    'GET /location-groups/:locationGroupId': refuse,
    'GET /locations-group/:locationGroupId/alarms': refuse,
  })
  await renderPage(<BottomBar />, {
    at: '/companies/1/location-groups/9/charts',
    pattern: '/companies/$companyId/location-groups/$locationGroupId/charts',
  })
  await expect.poll(() => api.sentTo('GET /location-groups/:locationGroupId').length).toBe(1)
  await expect.poll(() => screen.queryByRole('navigation')).toBeNull()
})

test('everything that reports alarms opens the list of alarms', async () => {
  fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/alarms': () => createLocationAlarms({ ERROR: [createAlarm(1)] }),
    'GET /notices/settings': () => {
      throw new Refusal('unexpected')
    },
  })
  const { user } = await renderPage(
    <>
      <AlarmHint count={1} />
      <BottomBar />
    </>,
    { at: '/locations/7', pattern: '/locations/$locationId', person: createPerson() },
  )
  await user.click(screen.getByRole('button', { name: '1 alarm needs attention' }))
  await screen.findByRole('link', { name: 'Device 1' })
})

test.each([
  ['ACTIVE', undefined],
  ['ACKNOWLEDGED', 'true'],
] as const)('the bell is quiet once all that is open has been seen: %s', async (status, seen) => {
  fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/alarms': () =>
      createLocationAlarms({ ERROR: [{ ...createAlarm(1), status }] }),
  })
  await renderPage(<BottomBar />, { at: '/locations/7', pattern: '/locations/$locationId' })
  const bell = await screen.findByRole('button', { name: 'Alarms, 1 open' })
  await expect.poll(() => bell.querySelector('span')?.dataset.seen).toBe(seen)
})
