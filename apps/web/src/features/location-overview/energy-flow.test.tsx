import { calculatePowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { EnergyFlow } from './energy-flow.tsx'

const device = (key: string, category: Parameters<typeof calculatePowerFlow>[0][number]['category']) => ({
  key,
  category,
  metrics: ['power'],
})
const devices = [device('grid', 'GRID'), device('pv', 'SOLAR_POWER_PLANT'), device('bat', 'BATTERY')]
const flowOf = (values: Record<string, number>) => calculatePowerFlow(devices, (key) => values[key] ?? null)

/** Each name with its number, as it is read out, and all that is drawn. */
async function show(values: Record<string, number>, mean: Record<string, number> | null = null) {
  const flow = (
    <EnergyFlow
      address={{ locationId: 7 }}
      flow={flowOf(values)}
      mean={mean && flowOf(mean)}
      isCurrent={false}
    />
  )
  await renderPage(flow, { person: createPerson() })
  const announced = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling!.textContent!.replaceAll('\u00a0', ' ')])
  const drawn = [...document.querySelectorAll('svg text')].map(({ textContent }) => textContent)
  const colours = [...document.querySelectorAll('svg > g')].map((group) => group.getAttribute('style'))
  return { announced: Object.fromEntries(announced) as Record<string, string>, drawn, colours }
}

test('the label gives the direction of grid and battery, the number the amount', async () => {
  const { announced, drawn } = await show({ 'grid/power': -1200, 'pv/power': 4000, 'bat/power': -1500 })
  expect(announced).toMatchObject({ 'To the grid': '1.20 kW', Sun: '4.00 kW', Charging: '1.50 kW' })
  expect(drawn).toEqual(expect.arrayContaining(['1.20kW', 'To the grid', '4.00kW', 'Sun']))
})

test("an inverter's own consumption at night is no sun", async () => {
  const night = { 'grid/power': 1200, 'pv/power': -900, 'bat/power': 0 }
  const { announced, drawn, colours } = await show(night, night)
  expect(announced.Inverter).toBe('−900 W, 15-min average −900 W')
  expect(announced).not.toHaveProperty('Sun')
  expect(drawn).toEqual(expect.arrayContaining(['−900W', 'Inverter']))
  expect(drawn).not.toContain('Sun')
  expect(colours.filter((style) => style?.includes('--energy-sun'))).toEqual([])
})

test('meter noise in the dark is not minus zero', async () => {
  const { announced } = await show({ 'grid/power': 300, 'pv/power': -0.3, 'bat/power': 0 })
  expect(announced.Sun).toBe('0 W')
})
