import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { AveragePanel } from './average-panel.tsx'

const answer = vi.hoisted(() => vi.fn())
vi.mock('./average-query.ts', () => ({ averageQuery: () => ({ queryKey: ['average'], queryFn: answer }) }))

const explained = {
  ...{ ownMean: 0.092, timeMean: 0.1, differencePercent: -8, energyKwh: 400, currency: 'EUR' },
  reason: { kind: 'usedCheapHours', fromHour: 21, toHour: 24, energyShare: 0.4, timeShare: 0.125 },
  ...{ known: 2_880, intervals: 2_880 },
}
const show = () => renderPage(<AveragePanel locationId={7} lastDay="2026-05-31" />)

beforeEach(() => answer.mockReset())

test('says how much less was paid than the mean, and why', async () => {
  answer.mockResolvedValue(explained)
  await show()
  expect(
    await screen.findByText(
      /^In the last 30 days you paid 8% less than .*€0.09200\/kWh.* 40% of your energy fell into the cheap hours from 21:00 to 24:00, 13% of the time.$/,
    ),
  ).toBeTruthy()
})

test('says so where much of the time is unknown', async () => {
  answer.mockResolvedValue({ ...explained, known: 288 })
  await show()
  expect(await screen.findByText(/Only 10% of this time has both a reading and a price/)).toBeTruthy()
})

test.each([
  [2_736, false],
  [2_735, true],
])('with %i of 2,880 quarter-hours known that is said: %s', async (known, isSaid) => {
  answer.mockResolvedValue({ ...explained, known })
  await show()
  await screen.findByText(/you paid 8% less/)
  expect(screen.queryByText(/of this time has both a reading and a price/) !== null).toBe(isSaid)
})

test('a failure is told in its place, and tried again', async () => {
  answer.mockRejectedValue(new Error('away'))
  const { user } = await show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer.mockResolvedValue(explained)
  await user.click(again)
  expect(await screen.findByText(/you paid 8% less/)).toBeTruthy()
})
