import type { AlarmCaseView } from '@ohmstead/contract/alarms-case'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAlarm } from '../../testing/alarm.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AlarmPage } from './alarm-page.tsx'

const began = Date.UTC(2025, 1, 1, 7)
const hour = 3_600_000
const lost: AlarmCaseView = {
  location_id: 1,
  location_name: 'Farm',
  time_zone: 'Europe/Ljubljana',
  may_acknowledge: true,
  type: 'CONTROLLER_ERROR_CONNECTION',
  alarm: createAlarm(5, { device_id: null, device_name: null, controller_name: 'Cellar' }),
  last_recurrence_at: began,
  began_at: began,
  controller: { online: false, last_seen_at: began },
  siblings: null,
  range: { from: began - 6 * hour, to: began + 6 * hour },
  stretches: [{ from: began, to: null }],
  neighbours: {
    ...{ basis: 'distance', reach_km: 20, extent: 'only_here', compared: 5, alike: 0 },
    places: [
      { location_id: 2, location_name: 'Bakery', distance_km: 3.26, state: 'fine', stretches: [] },
      {
        ...{ location_id: 3, location_name: 'Mill', distance_km: 12.4, state: 'before' },
        stretches: [{ from: began - 9 * hour, to: null }],
      },
    ],
  },
  affected: null,
  earlier: {
    count: 1,
    last: [{ id: 4, first_recurrence_at: began - 24 * hour, cleared_at: began - 23 * hour }],
  },
}

const rule: AlarmCaseView['alarm']['rule'] = {
  ...{ id: 1, name: 'Much import', kind: 'metric', durationSeconds: 600, value: 9000 },
  ...{ compared: null, places: 5 },
  settings: {
    ...{ metric: 'power', category: 'GRID', deviceKey: null, condition: 'above' },
    ...{ value: 8000, upper: null, clear: null },
  },
}

const show = (view: AlarmCaseView | null) => {
  fakeApi({
    'GET /locations/:locationId/alarms/:alarmId': () => {
      if (view === null) throw new Refusal('not_found')
      return { case: view }
    },
  })
  const pattern = '/locations/$locationId/alarms/$alarmId'
  return renderPage(<AlarmPage />, { at: '/locations/1/alarms/5', pattern })
}

test('a lost connection says what to do, that only this home has it, and how often it came before', async () => {
  await show(lost)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Cellar')
  const page = document.body.textContent
  expect(page).toContain('Check its power supply and its internet connection.')
  expect(page).toContain('No other location within 20 km had the same problem at that time (5 compared).')
  expect(page).not.toContain('A power cut')
  expect(page).toContain('In the 90 days before: once.')
  expect(screen.getByRole('link', { name: 'Show controller' }).getAttribute('href')).toBe(
    '/locations/1/manage/oem-devices/1',
  )
  const rows = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(rows).toContain('Bakery3.3 kmNo problem')
  expect(rows).toContain('Mill12 kmAlready before')
  expect(screen.getByRole('button', { name: 'Mark as seen' })).toBeTruthy()
})

test('one that many have at once is put down to power or internet, which nobody here can mend', async () => {
  const neighbours = { ...lost.neighbours!, extent: 'many' as const, alike: 4, places: [] }
  await show({ ...lost, neighbours })
  const panel = (await screen.findByRole('heading', { name: 'Only here?' })).closest('section')!
  expect(panel.textContent).toContain('within 20 km got the same problem at that time: 4 of 5.')
  expect(panel.textContent).toContain('A power cut or an outage of the internet is likely.')
  expect(within(panel).queryByRole('list')).toBeNull()
})

test('a silent device says whether its siblings are silent too, and leads to its controller', async () => {
  await show({
    ...lost,
    type: 'ERROR_COMMUNICATION',
    alarm: createAlarm(5, { controller_name: 'Cellar' }),
    controller: { online: true, last_seen_at: began },
    siblings: { total: 3, silent: 2 },
  })
  expect((await screen.findByRole('link', { name: 'Cellar' })).getAttribute('href')).toBe(
    '/locations/1/manage/oem-devices/1',
  )
  await screen.findByText(/silent too: 2 of 3/)
})

test('a budget leads to the costs, and has no neighbours', async () => {
  await show({
    ...lost,
    ...{ type: 'BUDGET_EXCEEDED', neighbours: null, controller: null, siblings: null },
    alarm: createAlarm(5, {
      device_id: null,
      device_name: null,
      controller_id: null,
      controller_unit_id: null,
    }),
  })
  expect((await screen.findByRole('link', { name: 'Show costs' })).getAttribute('href')).toBe(
    '/locations/1/money',
  )
  expect(screen.queryByRole('heading', { name: 'Only here?' })).toBeNull()
})

test('a rule of a group leads to the rules, and names the locations where it holds, and how many others', async () => {
  const places = [
    { location_id: 2, location_name: 'Bakery' },
    { location_id: 3, location_name: 'Mill' },
  ]
  await show({
    ...lost,
    ...{ type: 'RULE', neighbours: null, controller: null, affected: { count: 5, places } },
    alarm: createAlarm(5, { rule }),
  })
  expect((await screen.findByRole('link', { name: 'Alarm rules' })).getAttribute('href')).toBe(
    '/locations/1/manage/alarm-rules',
  )
  const panel = (await screen.findByRole('heading', { name: 'Affected locations' })).closest('section')!
  const links = within(panel).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Bakery', 'Mill'])
  expect(links[1]!.getAttribute('href')).toBe('/locations/3')
  expect(panel.textContent).toContain('Others, not listed here: 3')
})

test('an alarm that does not exist, or is not for this person, is not found', async () => {
  await show(null)
  await screen.findByText("This page doesn't exist.")
})
