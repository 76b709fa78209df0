import type { GlanceView } from '@ohmstead/contract/charts'
import type { MoneyNowView } from '@ohmstead/contract/money'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import en from '../../../../../locales/en.json'
import { createMoney } from '../../testing/create-money.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MoneyCard } from './money-card.tsx'

const prices = { from: 0, importPrices: [0.2], exportPrices: [0.05] }
const glanceOf = (money: MoneyNowView | null): GlanceView => ({
  ...{ time_zone: 'Europe/Ljubljana', usual: null, peak: null, days: [], money },
})
const show = (glance: GlanceView | undefined) =>
  renderPage(<MoneyCard address={{ locationId: 7 }} glance={glance} />, { person: createPerson() })
const figures = () =>
  screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))

test('everything is what is to pay, today, in the month so far and by its end, and what it is made of is below', async () => {
  await show(glanceOf({ ...createMoney(), prices }))
  expect(figures()).toEqual([
    '€0.73Cost €1.23, revenue €0.50',
    '€34.12Cost €40.12, revenue €6.00',
    '€66.20€60.10 to €73.30',
  ])
  expect(screen.getByRole('link').getAttribute('href')).toBe('/locations/7/money')
})

test('says only what is known, and that a budget is exceeded', async () => {
  const budget = {
    amount: '30',
    currency: 'EUR',
    version: 1,
    state: 'exceeded',
    setAt: 0,
    setBy: null,
  } as const
  const today = { importCost: null, exportRevenue: null, payable: null }
  await show(glanceOf({ ...createMoney({ forecast: null, today, budget }), prices }))
  expect(figures()).toEqual(['–', '€34.12Cost €40.12, revenue €6.00'])
  screen.getByText('Budget of €30.00 exceeded')
})

test('a home without prices gets one line that leads to them', async () => {
  await show(glanceOf(null))
  const link = screen.getByRole('link', { name: en['location_overview.money.no_prices'] })
  expect(link.getAttribute('href')).toBe('/locations/7/pricing')
  expect(screen.queryByRole('heading')).toBeNull()
})
