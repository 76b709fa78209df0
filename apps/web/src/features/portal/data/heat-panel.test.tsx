import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createReadings } from '../../../testing/readings.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { HeatPanel } from './heat-panel.tsx'
import { type ReadingsSummary, summariseReadings } from './summarise-readings.ts'

// Two days of 0.5 kW: in the second hour of the first one 2 kW, the third one unknown.
const powersKw = Array.from({ length: 192 }, (_, place) =>
  place >= 8 && place < 12 ? null : place >= 4 && place < 8 ? 2 : 0.5,
)
const summary = summariseReadings(createReadings('2025-01-14', powersKw), { agreedPowers: null })
const show = (shown: ReadingsSummary = summary) =>
  renderPage(<HeatPanel summary={shown} eimm="4-1" soFar={null} />)

const findChart = () =>
  screen.queryAllByRole('group').find((one) => one.getAttribute('aria-roledescription') === 'chart')

test('arrow keys walk over hours and days, each with its mean power in words', async () => {
  const { user } = await show()
  const chart = findChart()!
  chart.focus()
  const press = async (key: string) => {
    await user.keyboard(`{${key}}`)
    return chart.querySelector('[aria-live]')!.textContent
  }
  expect(await press('ArrowDown')).toBe('Tue, 14 Jan 2025, 00–01: 0.50 kW on average')
  expect(await press('ArrowDown')).toBe('Tue, 14 Jan 2025, 01–02: 2.00 kW on average')
  expect(await press('ArrowDown')).toContain('02–03: – kW')
  expect(await press('ArrowRight')).toBe('Wed, 15 Jan 2025, 02–03: 0.50 kW on average')
  expect(await press('End')).toContain('Wed, 15 Jan 2025, 23–24')
})

test('without export there is no direction to choose; else each has its own picture', async () => {
  await show()
  expect(screen.queryByRole('group', { name: 'Direction' })).toBeNull()
  const fedIn = new Float32Array(48).fill(3000)
  const { user } = await show({ ...summary, heat: { ...summary.heat, exportW: fedIn } })
  const direction = within(screen.getByRole('group', { name: 'Direction' }))
  expect(screen.queryByText(/3\.00 kW and more/)).toBeNull()
  await user.click(direction.getAllByRole('radio')[1]!)
  expect(screen.getByText(/3\.00 kW and more/)).toBeTruthy()
})

test('the same is available as a table', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(findChart()).toBeUndefined()
  expect(screen.getByRole('table')).toBeTruthy()
})

test('while older days are read the picture says which ones it has', async () => {
  await renderPage(<HeatPanel summary={summary} eimm="4-1" soFar="So far, 14–15 January 2025." />)
  expect(screen.getByText(/^So far, 14–15 January 2025\. /)).toBeTruthy()
})
