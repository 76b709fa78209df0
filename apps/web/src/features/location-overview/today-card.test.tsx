import type { EnergyView, GlanceView } from '@ohmstead/contract/charts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { TodayCard } from './today-card.tsx'

const address = { locationId: 7 }
const noon = Date.UTC(2026, 5, 1, 10)
const energy: EnergyView = {
  from: noon - 36_000_000,
  to: noon + 50_400_000,
  interval: 86_400,
  time_zone: 'Europe/Ljubljana',
  ts: [noon - 36_000_000],
  grid_import: [1200],
  grid_export: [300],
  production: [2000],
  battery_charge: [null],
  battery_discharge: [null],
  consumption: [2900],
  ev: [null],
  hvac: [null],
  estimated: [],
  incomplete: [],
  soc: [],
  totals: {
    grid_import: 1200,
    grid_export: 300,
    production: 2000,
    battery_charge: null,
    battery_discharge: null,
    consumption: 2900,
    ev: null,
    hvac: null,
    self_consumption: 0.85,
    self_sufficiency: 0.59,
  },
  has: { grid: true, production: true, battery: false, ev: false, hvac: false },
}
const failure = new ApiError('offline')

async function show(known: EnergyView | undefined, error: unknown, peak: GlanceView['peak'] = null) {
  const onRetry = vi.fn()
  const shown = await renderPage(
    <TodayCard address={address} energy={known} error={error} onRetry={onRetry} nowMs={noon} peak={peak} />,
    { person: createPerson() },
  )
  return { ...shown, onRetry }
}

test('while the first answer is loading nothing has failed', async () => {
  await show(undefined, null)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('term')).toBeNull()
})

test('a failed first answer can be retried', async () => {
  const { user, onRetry } = await show(undefined, failure)
  expect(screen.getByRole('alert').textContent).toContain('Today’s energy could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('known values stay when a later answer fails, with a notice', async () => {
  await show(energy, failure)
  expect(screen.getByRole('alert').textContent).toContain('Showing the last known values.')
  expect(screen.getByText('Produced')).toBeTruthy()
})

test('energies are those of what the place has', async () => {
  await show(energy, null)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Self-sufficiency',
    'Self-consumption',
    'Produced',
    'Used',
    'From the grid',
    'To the grid',
  ])
})

test('the day is available as a table too', async () => {
  const { user } = await show(energy, null)
  await user.click(await screen.findByRole('button', { name: 'Show as table' }))
  const table = await screen.findByRole('table', { name: 'Today' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Time', 'Sun W', 'From the grid W', 'Home W', 'To the grid W', 'Quality'])
  await user.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('the highest power says when it was', async () => {
  await show(energy, null, { at: noon - 7_200_000, power: 4800 })
  const sentence = screen.getByText(/^Highest power from the grid/).textContent!.replaceAll('\u00a0', ' ')
  expect(sentence).toBe('Highest power from the grid: 4.80 kW at 10:00')
})

test('a place that took next to nothing from the grid has no highest power', async () => {
  await show(energy, null, { at: noon - 7_200_000, power: 1 })
  expect(screen.queryByText(/^Highest power/)).toBeNull()
})
