import type { ChargingSessionView } from '@ohmstead/contract/charging'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ChargingList } from './charging-list.tsx'

const start = Date.parse('2026-06-01T12:00:00Z')
const session = (change: Partial<ChargingSessionView>): ChargingSessionView => ({
  ...{ id: 1, device_id: 5, device_name: 'Charger', started_at: start, ended_at: start + 5_400_000 },
  ...{ energy_wh: 7500, tag: null, stop_reason: 'Local', doubt: null },
  ...change,
})

async function show(sessions: ChargingSessionView[]) {
  const api = fakeApi({
    'GET /locations/:locationId/charging-sessions': () => ({ time_zone: 'Europe/Ljubljana', sessions }),
  })
  await renderPage(<ChargingList ids={{ locationId: 7, deviceId: 5 }} timeZone="Europe/Ljubljana" />)
  return api
}

test('lists when a car was charged, for how long and how much it took', async () => {
  await show([session({ tag: '…C4D5' })])
  const [, row] = await screen.findAllByRole('row')
  const text = row!.textContent.replace(/\s/g, ' ')
  for (const part of ['Card …C4D5', '1 hr 30 mins', '7.50 kWh']) expect(text).toContain(part)
})

test('shows what a charge that goes on has given so far', async () => {
  await show([session({ ended_at: null, energy_wh: 3000 })])
  const [, row] = await screen.findAllByRole('row')
  within(row!).getByText('Under way')
  expect(row!.textContent.replace(/\s/g, ' ')).toContain('3.00 kWh')
})

test('shows no energy of a charge without readings, nor of one whose meter cannot be right, and says why', async () => {
  await show([
    session({ id: 2, ended_at: null, energy_wh: null }),
    session({ id: 1, energy_wh: null, doubt: 'meter_fell' }),
  ])
  const [, open, doubtful] = await screen.findAllByRole('row')
  within(open!).getByText('Under way')
  within(doubtful!).getByText('Energy not counted: the station’s meter ran backwards.')
  expect(doubtful!.textContent).not.toContain('Wh')
})

test('says so when nothing was charged yet', async () => {
  await show([])
  await screen.findByText('Nothing charged yet.')
})

test('shows older ones a hundred at a time', async () => {
  const all = Array.from({ length: 150 }, (_, index) =>
    session({ id: 150 - index, started_at: start - index * 3_600_000 }),
  )
  fakeApi({
    'GET /locations/:locationId/charging-sessions': ({ query }) => ({
      time_zone: 'Europe/Ljubljana',
      sessions: all
        .filter(({ started_at }) => !query.before || started_at < Number(query.before))
        .slice(0, 100),
    }),
  })
  await renderPage(<ChargingList ids={{ locationId: 7, deviceId: 5 }} timeZone="Europe/Ljubljana" />)
  expect(await screen.findAllByRole('row')).toHaveLength(1 + 100)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await vi.waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(1 + 150))
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})
