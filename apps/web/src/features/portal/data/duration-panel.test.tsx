import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createReadings } from '../../../testing/readings.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DurationPanel } from './duration-panel.tsx'
import { summariseReadings } from './summarise-readings.ts'

// A Tuesday in January has the blocks 1 to 3; in each hour one quarter-hour stands out.
const powersKw = Array.from({ length: 96 }, (_, place) => (place % 4 === 0 ? 3 + place / 100 : 1))
const summary = summariseReadings(createReadings('2025-01-14', powersKw), {
  agreedPowers: [
    {
      fromDay: '2025-01-01',
      toDay: '2025-12-31',
      blocksKw: [4, 5, 5, 7, 7],
      minimumPowerKw: null,
      connectionPowerKw: 17,
      setBy: 'operator',
      isValid: true,
      enteredOn: null,
    },
  ],
})
const show = () => renderPage(<DurationPanel summary={summary} eimm="4-1" soFar={null} />)
const agreed = () =>
  screen.queryAllByText(/^Block .* kW$/, { selector: 'span' }).map((one) => one.textContent)

test('agreed powers are lines across the curve: all of them, or that of the current block', async () => {
  const { user } = await show()
  expect(agreed()).toEqual(['Block 4, 5: 7.0 kW', 'Block 2, 3: 5.0 kW', 'Block 1: 4.0 kW'])
  const choice = screen.getByRole('combobox') as HTMLSelectElement
  expect([...choice.options].map(({ text }) => text)).toEqual(['All blocks', 'Block 1', 'Block 2', 'Block 3'])
  await user.selectOptions(choice, 'Block 2')
  expect(agreed()).toEqual(['Block 2: 5.0 kW'])
})

const findChart = () =>
  screen.queryAllByRole('group').find((one) => one.getAttribute('aria-roledescription') === 'chart')

test('arrow keys walk down the curve and say how many quarter-hours are above', async () => {
  const { user } = await show()
  const chart = findChart()!
  chart.focus()
  const press = async (key: string) => {
    await user.keyboard(`{${key}}`)
    return chart.querySelector('[aria-live]')!.textContent
  }
  expect(await press('ArrowRight')).toBe(
    'In 1 quarter-hour (1.04% of the time) the power was at least 3.92 kW.',
  )
  expect(await press('ArrowRight')).toContain('In 2 quarter-hours')
  expect(await press('PageUp')).toContain('In 20 quarter-hours')
  expect(await press('End')).toBe('In 96 quarter-hours (100% of the time) the power was at least 1.00 kW.')
  await user.tab()
  expect(screen.getByText('Point at the curve, or use the arrow keys.')).toBeTruthy()
})

test('the same is available as a table that ends at the last quarter-hour', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.at(-1)).toContain('96')
  expect(rows).toHaveLength(8)
})
