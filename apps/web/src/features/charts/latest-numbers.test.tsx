import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { calculatePowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FlowReadings } from '../../shared/power-flow/use-flow-readings.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LatestNumbers } from './latest-numbers.tsx'

const devices = [
  { id: 1, key: 'grid', category: 'GRID', metrics: ['power'] },
  { id: 2, key: 'bat', category: 'BATTERY', metrics: ['power'] },
] as unknown as LocationDeviceView[]

/** What is shown under each name, with the mean after it. */
async function show(now: Record<string, number | null>, mean: Record<string, number | null>) {
  fakeApi({
    'GET /locations/:locationId/data/latest': () => ({ time: 0, values: {}, average_15m: mean }),
  })
  const flow = calculatePowerFlow(devices, (key) => now[key] ?? null)
  const readings = { ts: 0, flow } as unknown as FlowReadings
  await renderPage(<LatestNumbers readings={readings} locationId={7} devices={devices} />)
  await screen.findAllByText(/\d ?W$/)
  const read = () =>
    Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling!.textContent.replaceAll(/\s/g, ' ')]),
    )
  return { read }
}

test('the direction of power is written in words, and no figure has a sign', async () => {
  const { read } = await show(
    { 'grid/power': -15, 'bat/power': -1370 },
    { 'grid/power': -40, 'bat/power': -900 },
  )
  await expect.poll(read).toMatchObject({
    'To the grid': '15 W⌀ 15-minute average 40 W',
    'Into the battery': '1.37 kW⌀ 15-minute average 900 W',
  })
})

test('a mean in the other direction names it', async () => {
  const { read } = await show({ 'grid/power': 300, 'bat/power': 0 }, { 'grid/power': -120, 'bat/power': 60 })
  await expect.poll(read).toMatchObject({
    'From the grid': '300 W⌀ 15-minute average To the grid 120 W',
    Battery: '0 W⌀ 15-minute average From the battery 60 W',
  })
})
