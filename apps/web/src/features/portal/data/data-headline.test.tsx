import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createReadings } from '../../../testing/readings.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DataHeadline } from './data-headline.tsx'
import { summariseReadings } from './summarise-readings.ts'

// Two days of 1 kW.
const summary = summariseReadings(createReadings('2025-01-14', Array(192).fill(1)), { agreedPowers: null })

test('a part of the chosen days is labelled so far, with its own days, and never as the whole', async () => {
  await renderPage(<DataHeadline summary={summary} soFar={{ from: '2025-01-14', to: '2025-01-15' }} />)
  const heading = screen.getByRole('heading', { level: 1 })
  expect(heading.textContent).toMatch(
    /^So far, 14\s?–\s?15 January 2025: you took 48\.0 kWh from the grid\.$/,
  )
  expect(screen.getByText('No quarter-hour of these days is missing.')).toBeTruthy()
  expect(screen.queryByText(/last 12 months|up to/)).toBeNull()
})

test('complete data has no such label', async () => {
  await renderPage(<DataHeadline summary={summary} soFar={null} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('you took 48.0 kWh')
  expect(screen.getByText(/^No quarter-hour up to /)).toBeTruthy()
})
