import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { household, peaksInBlocks } from '@ohmstead/network-fee/testing/test-series'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { AnswerCard } from './answer-card.tsx'

const calculation = calculatePeriod(
  {
    readings: peaksInBlocks('2025-12-01', '2026-03-01', { 2: [8, 9] }),
    point: household([5, 5, 5, 5, 5]),
    energyPrices: { vt: 0.1, mt: 0.05, et: null },
  },
  [],
) as unknown as Parameters<typeof AnswerCard>[0]['calculation']

test('while an import runs both headlines begin with the days that they rest on', async () => {
  await renderPage(
    <AnswerCard
      calculation={calculation}
      isNetted={false}
      soFar={{ from: '2025-12-01', to: '2026-02-28' }}
    />,
  )
  const begins = /^So far, December 2025\s?–\s?February 2026\. /
  expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(begins)
  expect(screen.getByText(/you pay/).textContent).toMatch(begins)
})

test('over days that are all there they do not', async () => {
  await renderPage(<AnswerCard calculation={calculation} isNetted={false} soFar={null} />)
  expect(screen.queryByText(/So far/)).toBeNull()
})

test('with net metering the monthly amounts are not said to be paid', async () => {
  await renderPage(<AnswerCard calculation={calculation} isNetted soFar={null} />)
  expect(screen.getByText(/^Without net metering you would pay €/)).toBeTruthy()
  expect(screen.queryByText(/you pay/)).toBeNull()
})
