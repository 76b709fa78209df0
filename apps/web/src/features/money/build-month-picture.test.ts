import type { MoneyView } from '@ohmstead/contract/money'
import { expect, test } from 'vitest'
import { buildMonthPicture } from './build-month-picture.ts'

const range = { low: '8', middle: '10', high: '14' }
const money = {
  ...{ currency: 'EUR', budget: null, month_so_far: { payable: '3.5' } },
  forecast: { payable: range, importCost: range, exportRevenue: range },
} as unknown as MoneyView
const costs = {
  importCosts: ['2', '3', null, null, null],
  exportRevenues: ['0.5', '1', null, null, null],
}

test('accumulates what each day cost less what it earned, and leads to the forecast from there', () => {
  const { days, soFar, forecast, band, today } = buildMonthPicture(costs, money, 2)
  expect(days).toEqual([0, 1, 2, 3, 4, 5])
  expect(soFar).toEqual([0, 1.5, 3.5, null, null, null])
  expect(forecast).toEqual([null, null, 3.5, expect.closeTo(5.667, 3), expect.closeTo(7.833, 3), 10])
  expect(band![1]).toEqual({ low: 1.5, high: 1.5 })
  expect(band![5]).toEqual({ low: 8, high: 14 })
  expect(today).toBe(2)
})

test('ends where a day is unknown, and draws no forecast from there', () => {
  const unknown = { ...costs, importCosts: [null, '3', null, null, null] }
  const { soFar, forecast, band } = buildMonthPicture(unknown, money, 2)
  expect(soFar).toEqual([0, null, null, null, null, null])
  expect([forecast, band]).toEqual([null, null])
})

test('shows a budget in the currency of the bill only', () => {
  const budget = { amount: '12.5', currency: 'EUR' } as MoneyView['budget']
  expect(buildMonthPicture(costs, { ...money, budget }, 2).budget).toBe(12.5)
  expect(buildMonthPicture(costs, { ...money, budget, currency: 'CHF' }, 2).budget).toBeNull()
})
