import type { AlarmView, LocationAlarmsView } from '@ohmstead/contract/alarms'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Alarms, useAlarms } from './alarm-data.ts'
import { NotificationsModal } from './notifications-modal.tsx'

const createAlarm = (id: number, change: Partial<AlarmView> = {}): AlarmView => ({
  id,
  status: 'ACTIVE',
  controller_id: 1,
  controller_unit_id: 'OH-1234',
  device_id: null,
  device_name: `Device ${id}`,
  event_first_recurrence_date_time: '01. 02. 2025 08:00',
  code: '',
  text: null,
  clock_offset_ms: null,
  recurrences: 1,
  ...change,
})
const locations: LocationAlarmsView[] = [
  {
    location_id: 1,
    location_name: 'Farm',
    may_acknowledge: true,
    alarms: { ERROR: [createAlarm(1)], OFF_GRID: [createAlarm(2)] },
  },
  { location_id: 2, location_name: 'Bakery', may_acknowledge: false, alarms: { ERROR: [createAlarm(3)] } },
]
const show = (query: object = {}, shown = locations) =>
  renderPage(
    <NotificationsModal
      alarms={{ query, locations: shown, count: 3 } as unknown as Alarms}
      onClose={() => {}}
    />,
  )
const devices = () => screen.queryAllByRole('listitem').map((item) => /Device \d/.exec(item.textContent)?.[0])

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
  expect(screen.getByText('No alarm matches.')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Alarm type'), 'All types')
  expect(devices()).toEqual(['Device 3'])
})

test('no alarms is good news', async () => {
  await show({}, [])
  expect(screen.getByText('No alarms. Everything is running as it should.')).toBeTruthy()
})

test('a failed fetch keeps what is known and can be tried again', async () => {
  const refetch = vi.fn()
  const { user } = await show({ error: new Error('offline'), refetch })
  expect(devices()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('what a device calls its error tells two of them apart; codes of the program are not shown', async () => {
  const fan = createAlarm(1, { code: 'E17', text: 'Fan does not turn' })
  const silent = createAlarm(2, { code: 'no_values' })
  await show({}, [
    { ...locations[0]!, alarms: { ERROR: [fan, createAlarm(3)], ERROR_COMMUNICATION: [silent] } },
  ])
  expect(screen.getByText('E17 · Fan does not turn')).toBeTruthy()
  expect(screen.queryByText(/no_values/)).toBeNull()
})

test('a wrong clock is said as such', async () => {
  const clock = createAlarm(1, { code: 'clock', clock_offset_ms: -7_200_000, device_name: null })
  await show({}, [
    { location_id: 1, location_name: 'Farm', may_acknowledge: true, alarms: { ERROR: [clock] } },
  ])
  expect(screen.getByText('Clock 2 hrs behind · Farm')).toBeTruthy()
  expect(screen.queryByText('clock')).toBeNull()
})

const cardOf = (text: string) =>
  within(screen.getAllByRole('listitem').find((item) => item.textContent?.includes(text))!)

test('an alarm is marked as seen where the location may be edited, and once', async () => {
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

test('what was marked as seen says so at once, also where it could not be marked any more', async () => {
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
  const { user } = await renderPage(<Bell />, { at: '/locations/1', pattern: '/locations/$locationId' })
  await user.click(await screen.findByRole('button', { name: 'Mark as seen' }))
  await screen.findByText(/Seen/)
  expect(screen.getByRole('alert')).toBeTruthy()
  closeLiveHub()
})
