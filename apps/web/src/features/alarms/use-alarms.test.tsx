import type { LocationAlarmsView } from '@ohmstead/contract/alarms'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { createAlarm, createLocationAlarms } from '../../testing/alarm.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { useAlarms } from './use-alarms.ts'

/** The server's end of the event stream. */
let tell: (count: number, unseen?: number, locationId?: number) => void
let opened: string[]

beforeEach(() => {
  opened = []
  class FakeStream {
    constructor(address: string) {
      opened.push(address)
    }
    addEventListener(type: string, listener: (event: { data: string }) => void) {
      if (type === 'alarms')
        tell = (count, unseen = count, location_id = 7) =>
          act(() => listener({ data: JSON.stringify({ location_id, count, unseen }) }))
    }
    close() {}
  }
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => closeLiveHub())

const withAlarms = (count: number): LocationAlarmsView =>
  createLocationAlarms(
    { ERROR: Array.from({ length: count }, (_, id) => createAlarm(id)) },
    { location_id: 7 },
  )

function Bell() {
  const { count, query } = useAlarms()
  return <p>{query.isFetching ? 'asking' : `${count} open`}</p>
}

const show = () => renderPage(<Bell />, { at: '/locations/7', pattern: '/locations/$locationId' })

test('an alarm raised while the first answer is on its way is not missed', async () => {
  const first = Promise.withResolvers<LocationAlarmsView>()
  const answers = [first.promise, withAlarms(1), withAlarms(2)]
  const api = fakeApi({ 'GET /locations/:locationId/alarms': () => answers.shift()! })
  await show()
  tell(1)
  first.resolve(withAlarms(0))
  await screen.findByText('1 open')
  expect(api.sent).toHaveLength(2)
  // Earlier events are no news against a later answer.
  tell(2)
  await screen.findByText('2 open')
  expect(api.sent).toHaveLength(3)
})

test('the initial events cause no second request if the counts are known', async () => {
  const first = Promise.withResolvers<LocationAlarmsView>()
  const api = fakeApi({ 'GET /locations/:locationId/alarms': () => first.promise })
  await show()
  tell(2)
  first.resolve(withAlarms(2))
  await screen.findByText('2 open')
  tell(2)
  await screen.findByText('2 open')
  expect(api.sent).toHaveLength(1)
})

test('a later change is fetched once', async () => {
  let open = 0
  const api = fakeApi({ 'GET /locations/:locationId/alarms': () => withAlarms(open) })
  await show()
  await screen.findByText('0 open')
  open = 1
  tell(1)
  await screen.findByText('1 open')
  expect(api.sent).toHaveLength(2)
})

test("another person's acknowledgement is a change too", async () => {
  let status: 'ACTIVE' | 'ACKNOWLEDGED' = 'ACTIVE'
  const api = fakeApi({
    'GET /locations/:locationId/alarms': () => {
      const view = withAlarms(1)
      view.alarms.ERROR![0]!.status = status
      return view
    },
  })
  await show()
  await screen.findByText('1 open')
  status = 'ACKNOWLEDGED'
  tell(1, 0)
  await screen.findByText('1 open')
  expect(api.sent).toHaveLength(2)
  tell(1, 0)
  await screen.findByText('1 open')
  expect(api.sent).toHaveLength(2)
})

test('the end of an acknowledged alarm is a change too', async () => {
  const answers = [withAlarms(1), withAlarms(0)]
  answers[0]!.alarms.ERROR![0]!.status = 'ACKNOWLEDGED'
  const api = fakeApi({ 'GET /locations/:locationId/alarms': () => answers.shift()! })
  await show()
  await screen.findByText('1 open')
  tell(0, 0)
  await screen.findByText('0 open')
  expect(api.sent).toHaveLength(2)
})

describe('of a group', () => {
  const showGroup = () =>
    renderPage(<Bell />, {
      at: '/companies/2/location-groups/20',
      pattern: '/companies/$companyId/location-groups/$locationGroupId',
    })

  test('a location that had no alarm until now brings its first one at once', async () => {
    const answers = [[], [withAlarms(1)]]
    const api = fakeApi({
      'GET /locations-group/:locationGroupId/alarms': () => ({ locations: answers.shift()! }),
    })
    await showGroup()
    await screen.findByText('0 open')
    expect(opened).toEqual([expect.stringMatching(/locations=&alarms=all$/)])
    tell(0)
    tell(1)
    await screen.findByText('1 open')
    tell(1)
    expect(api.sent).toHaveLength(2)
  })

  test('many alarms at once are fetched together', async () => {
    const answers = [
      [],
      [withAlarms(1), createLocationAlarms({ ERROR: [createAlarm(9)] }, { location_id: 8 })],
    ]
    const api = fakeApi({
      'GET /locations-group/:locationGroupId/alarms': () => ({ locations: answers.shift()! }),
    })
    await showGroup()
    await screen.findByText('0 open')
    for (let locationId = 1; locationId <= 50; locationId++) tell(1, 1, locationId)
    await screen.findByText('2 open')
    expect(api.sent).toHaveLength(2)
  })
})
