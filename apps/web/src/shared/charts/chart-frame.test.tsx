import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ChartFrame } from './chart-frame.tsx'

test('is announced as a chart by its name, with its keyboard shortcuts', async () => {
  await renderPage(<ChartFrame label="House, today" keys="Arrow keys read the values." readout={null} />)
  const chart = screen.getByRole('group', {
    name: 'House, today',
    description: 'Arrow keys read the values.',
  })
  expect(chart.getAttribute('aria-roledescription')).toBe('chart')
})

test('a value is announced when reached by keys, and not while a pointer passes over', async () => {
  const { user } = await renderPage(<ChartFrame label="House" keys="" readout="12:00: 3 kW" />)
  const chart = screen.getByRole('group', { name: 'House' })
  const spoken = () => chart.querySelector('[aria-live]')!.textContent
  expect(spoken()).toBe('')
  await user.tab()
  expect(document.activeElement).toBe(chart)
  expect(spoken()).toBe('12:00: 3 kW')
  await user.tab()
  expect(spoken()).toBe('')
})
