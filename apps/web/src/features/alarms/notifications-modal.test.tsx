import type { LocationAlarmsView } from '@ohmstead/contract/alarms'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { noticeSettingsQuery } from '../../shared/notice-settings-query.ts'
import { queryClient } from '../../shared/query-client.ts'
import { createAlarm, createLocationAlarms } from '../../testing/alarm.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { NotificationsModal } from './notifications-modal.tsx'
import { type Alarms, useAlarms } from './use-alarms.ts'

const told = {
  settings: { mail: true, types: null, places: null, recovery: true, quiet: null, time_zone: 'UTC' },
  ...{ devices: [], push_key: 'x', is_sending: true },
}
beforeEach(() => queryClient.setQueryData(noticeSettingsQuery.queryKey, told))

const locations = [
  createLocationAlarms({ ERROR: [createAlarm(1)], OFF_GRID: [createAlarm(2)] }),
  createLocationAlarms(
    { ERROR: [createAlarm(3)] },
    { location_id: 2, location_name: 'Bakery', may_acknowledge: false },
  ),
]
const show = (query: object = {}, shown = locations, at = '/locations/1', onClose = () => {}) =>
  renderPage(
    <NotificationsModal
      alarms={{ query, locations: shown, count: 3 } as unknown as Alarms}
      onClose={onClose}
    />,
    { at, pattern: at.replace(/\d+$/, '$locationId'), person: createPerson() },
  )
const devices = () => screen.queryAllByRole('listitem').map((item) => /Device \d/.exec(item.textContent)?.[0])

const cardOf = (text: string) =>
  within(screen.getAllByRole('listitem').find((item) => item.textContent?.includes(text))!)

test('alarms are found by type and by location', async () => {
  const { user } = await show()
  expect(devices()).toHaveLength(3)
  await user.selectOptions(screen.getByLabelText('Alarm type'), 'Device error')
  expect(devices().sort()).toEqual(['Device 1', 'Device 3'])
  expect(screen.getByText('2 alarms')).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), 'bak')
  expect(devices()).toEqual(['Device 3'])
  await user.selectOptions(screen.getByLabelText('Alarm type'), 'Off grid')
  expect(devices()).toEqual([])
  expect(screen.getByText('No matching alarms.')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Alarm type'), 'All types')
  expect(devices()).toEqual(['Device 3'])
})

test('of many alarms the first are shown, and more at a press', async () => {
  const many = createLocationAlarms({ ERROR: Array.from({ length: 120 }, (_, id) => createAlarm(id + 1)) })
  const { user } = await show({}, [many])
  expect(screen.getByText('120 alarms')).toBeTruthy()
  expect(devices()).toHaveLength(50)
  await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
  await user.click(screen.getByRole('button', { name: 'Show 20 more' }))
  expect(devices()).toHaveLength(120)
})

test('no alarms is good news', async () => {
  await show({}, [])
  expect(screen.getByText('No alarms. Everything is running as it should.')).toBeTruthy()
})

test('who runs a company reads there that the platform itself lost many controllers', async () => {
  const incident = { id: 1, started_at: Date.UTC(2026, 5, 1, 8, 2), lost: 812, controllers: 1000 }
  fakeApi({ 'GET /alarms/incident': () => ({ incident: { ...incident, is_returning: false } }) })
  await renderPage(
    <NotificationsModal
      alarms={{ query: {}, locations: [], count: 0 } as unknown as Alarms}
      onClose={() => {}}
    />,
    { person: createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'] }) },
  )
  const notice = await screen.findByText(/lost contact with 812 of 1,000 controllers/)
  expect(notice.textContent).toContain('There is no need to visit a customer.')
})

test('being told by e-mail is offered, taken in one press, and then leads to what can be chosen', async () => {
  let settings = { ...told.settings, mail: false }
  queryClient.setQueryData(noticeSettingsQuery.queryKey, { ...told, settings })
  fakeApi({
    'GET /notices/settings': () => ({ ...told, settings }),
    'PUT /notices/settings': ({ body }) => {
      settings = body as typeof settings
    },
  })
  const { user } = await show({}, [])
  await user.click(screen.getByRole('button', { name: 'Tell me by e-mail' }))
  expect((await screen.findByRole('link', { name: 'Choose which and when' })).getAttribute('href')).toBe(
    '/user/notifications',
  )
  await expect.poll(() => settings.mail).toBe(true)
})

test('a failed fetch keeps the known list and can be retried', async () => {
  const refetch = vi.fn()
  const { user } = await show({ error: new Error('offline'), refetch })
  expect(devices()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

test("a device's own error texts distinguish two alarms; codes of the program are not shown", async () => {
  const fan = createAlarm(1, { code: 'E17', text: 'Fan does not turn' })
  const silent = createAlarm(2, { code: 'no_values' })
  const mute = createAlarm(4, { code: 'E09', text: 'No answer' })
  await show({}, [
    { ...locations[0]!, alarms: { ERROR: [fan, createAlarm(3)], ERROR_COMMUNICATION: [silent, mute] } },
  ])
  expect(screen.getByText('E17 · Fan does not turn')).toBeTruthy()
  expect(screen.getByText('E09 · No answer')).toBeTruthy()
  expect(screen.queryByText(/no_values/)).toBeNull()
})

test('a wrong clock is named as such', async () => {
  const noDevice = { device_id: null, device_name: null, device_group_id: null }
  const clock = createAlarm(1, { ...noDevice, code: 'clock', clock_offset_ms: -7_200_000 })
  await show({}, [createLocationAlarms({ ERROR: [clock] })])
  expect(screen.getByText(/Clock 2 hrs behind · Farm/)).toBeTruthy()
  expect(screen.queryByText('clock')).toBeNull()
})

test('an alarm shows why, what to do, since when and who has acknowledged it', async () => {
  vi.setSystemTime(Date.UTC(2025, 1, 1, 9))
  const seenAt = Date.UTC(2025, 1, 1, 8, 30)
  const lost = createAlarm(1, {
    ...{ device_id: null, device_name: null, device_group_id: null, controller_name: 'Cellar' },
    ...{ status: 'ACKNOWLEDGED', acknowledged_at: seenAt, acknowledged_by: 'Eva Kos' },
  })
  const silent = createAlarm(2, { code: 'no_values' })
  await show({}, [
    createLocationAlarms({ CONTROLLER_ERROR_CONNECTION: [lost], ERROR_COMMUNICATION: [silent] }),
  ])
  const card = cardOf('Cellar')
  expect(card.getByText('Controller not connected · Farm · 2 hours ago')).toBeTruthy()
  expect(card.getByText(/no connection to the cloud for more than 5 minutes\. Check its power/)).toBeTruthy()
  expect(card.getByText(/^Seen by Eva Kos, 1 Feb.* 09:30$/)).toBeTruthy()
  expect(cardOf('Device 2').getByText(/no values arrive from this device\. Check that/)).toBeTruthy()
  vi.useRealTimers()
})

const addresses: [string, LocationAlarmsView['alarms'], string][] = [
  [
    'a device to its charts of the day it began there',
    { ERROR: [createAlarm(1, { first_recurrence_at: Date.UTC(2025, 0, 31, 23, 30) })] },
    `/locations/1/device-groups/0/devices/11?date=2025-02-01&at=${Date.UTC(2025, 0, 31, 23, 30)}`,
  ],
  [
    'a device that was removed to the charts of its location',
    { ERROR: [createAlarm(1, { device_group_id: null })] },
    `/locations/1/charts?date=2025-02-01&at=${Date.UTC(2025, 1, 1, 7)}`,
  ],
  [
    'a lost controller to its page',
    { CONTROLLER_ERROR_CONNECTION: [createAlarm(1, { controller_id: 5, controller_name: 'Device 1' })] },
    '/locations/1/manage/oem-devices/5',
  ],
  [
    'a wrong clock to its controller',
    { ERROR: [createAlarm(1, { device_id: null, controller_name: 'Device 1', code: 'clock' })] },
    '/locations/1/manage/oem-devices/1',
  ],
]
test.each(addresses)('an alarm leads %s', async (_, alarms, expected) => {
  const onClose = vi.fn()
  const { user } = await show({}, [createLocationAlarms(alarms)], '/locations/1', onClose)
  const link = screen.getByRole('link', { name: 'Device 1' })
  expect(link.getAttribute('href')).toBe(expected)
  await user.click(link)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('ended alarms are fetched when unfolded, and say what ended them', async () => {
  const over = createAlarm(7, { status: 'CLEARED', cleared_at: Date.UTC(2025, 1, 1, 8) })
  const api = fakeApi({
    'GET /locations/:locationId/alarms': () => createLocationAlarms({ OFF_GRID: [over] }),
  })
  const { user } = await show({}, [])
  expect(api.sent).toEqual([])
  await user.click(screen.getByText('Ended in the last 7 days'))
  expect(await screen.findByText(/^Ended 1 Feb.* 09:00\. The grid is back\.$/)).toBeTruthy()
  expect(api.sent.map(({ query }) => query)).toEqual([{ state: 'ended' }])
})

test('an alarm is acknowledged, once, where the location may be edited', async () => {
  const api = fakeApi({ 'POST /locations/:locationId/alarms/:alarmId/acknowledge': () => undefined })
  const seen = createAlarm(4, { status: 'ACKNOWLEDGED' })
  const farm = { ...locations[0]!, location_id: 5, alarms: { ERROR: [createAlarm(1), seen] } }
  const { user } = await show({}, [farm, locations[1]!])
  expect(cardOf('Device 3').queryByRole('button')).toBeNull()
  expect(cardOf('Device 4').queryByRole('button')).toBeNull()
  expect(cardOf('Device 4').getByText(/Seen/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark as seen', description: 'Device 1' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Device 1'))
  expect(api.sent.map(({ params }) => params)).toEqual([{ locationId: '5', alarmId: '1' }])
  expect(document.activeElement?.tagName).toBe('LI')
})

function Bell() {
  return <NotificationsModal alarms={useAlarms()} onClose={() => {}} />
}

test('an acknowledgement is shown at once, also if it was no longer possible', async () => {
  class SilentStream {
    addEventListener() {}
    close() {}
  }
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('BroadcastChannel', undefined)
  const answers = [createAlarm(1), createAlarm(1, { status: 'ACKNOWLEDGED' })]
  fakeApi({
    'GET /locations/:locationId/alarms': () => ({
      ...locations[0]!,
      alarms: { ERROR: [answers.shift()!] },
    }),
    'POST /locations/:locationId/alarms/:alarmId/acknowledge': () => {
      throw new Refusal('not_found')
    },
  })
  const { user } = await renderPage(<Bell />, {
    ...{ at: '/locations/1', pattern: '/locations/$locationId', person: createPerson() },
  })
  await user.click(await screen.findByRole('button', { name: 'Mark as seen' }))
  await screen.findByText(/Seen/)
  expect(screen.getByRole('alert')).toBeTruthy()
  closeLiveHub()
})

test('an alarm leads on in the group that is shown, for the location that is shown', async () => {
  const shown = [
    createLocationAlarms({ ERROR: [createAlarm(1)] }, { location_id: 7 }),
    createLocationAlarms({ ERROR: [createAlarm(2)] }, { location_id: 8 }),
  ]
  await renderPage(
    <NotificationsModal
      alarms={{ query: {}, locations: shown, count: 2 } as unknown as Alarms}
      onClose={() => {}}
    />,
    {
      person: createPerson(),
      at: '/companies/2/location-groups/20/locations/7',
      pattern: '/companies/$companyId/location-groups/$locationGroupId/locations/$locationId',
    },
  )
  const pathOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')!.split('?')[0]
  expect(pathOf('Device 1')).toBe('/companies/2/location-groups/20/locations/7/device-groups/0/devices/11')
  expect(pathOf('Device 2')).toBe('/companies/2/locations/8/device-groups/0/devices/12')
})

test('an error that a device calls "clock" is its own, and leads to the device', async () => {
  await show({}, [createLocationAlarms({ ERROR: [createAlarm(1, { code: 'clock' })] })])
  expect(screen.getByText('clock')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Device 1' }).getAttribute('href')).toMatch(/\/devices\/11\?/)
})
