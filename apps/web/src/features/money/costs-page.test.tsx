import type { MoneyView } from '@ohmstead/contract/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import en from '../../../../../locales/en.json'
import { createMoney } from '../../testing/create-money.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CostsPage } from './costs-page.tsx'

const totals = { net: '20.00', vat: '4.40', feedIn: '3.00', payable: '21.40' }
const quality = { intervals: 2976, measured: 2976, estimated: 0, missing: 0, isProvisional: false }
const days = Array.from({ length: 30 }, (_, day) => (day < 16 ? '2.5' : null))

const at = { at: '/locations/7/money', pattern: '/locations/$locationId/money' }
// The owner, who may edit.
const person = createPerson()
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

async function open(money: MoneyView | null) {
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/money': () => ({ money }),
    'GET /sharing-groups': () => ({ groups: [] }),
    'PUT /locations/:locationId/money/budget': () => ({}) as never,
    'GET /locations/:locationId/pricing/costs': () => ({
      ...{ from: 0, to: 0, interval: 86_400, time_zone: 'Europe/Ljubljana', ts: [], currency: 'EUR' },
      ...{ importCosts: days, exportRevenues: days.map((cost) => cost && '0.4') },
      ...{ totals: { importCost: '40', exportRevenue: '6.4' }, estimated: [], incomplete: [], missing: [] },
    }),
    'GET /locations/:locationId/pricing/bill': () => ({
      bill: {
        ...{ currency: 'EUR', from: '2025-04-01', to: '2026-03-31', totals, exact: totals, quality },
        months: [
          {
            ...{
              month: '2026-03',
              from: '2026-03-01',
              to: '2026-03-31',
              isPart: false,
              lines: [],
              missing: [],
            },
            ...{ totals, exact: totals, quality },
          },
        ],
        ...{ exchanges: [], rounding: 'lineToMinorUnit' },
      },
      ...{ readings: { official: 2976, controller: 0, none: 0 }, caveats: [] },
    }),
  })
  const { user } = await renderPage(<CostsPage />, { ...at, person })
  return { api, user }
}

test('says first what the month comes to, and how sure that is', async () => {
  await open(createMoney())
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(plain(heading.textContent)).toBe('To pay this month: €34.12 so far, about €66.20 by its end')
  screen.getByText(/between €60\.10 and €73\.30/)
  // What the bill of the month has: net with VAT, and what was to pay.
  await screen.findByText('€21.40')
  screen.getByText('€24.40')
})

test('cost and revenue of the forecast are ranges: their middles would not make up what is to pay', async () => {
  await open(createMoney())
  const row = await screen.findByRole('row', { name: /Whole month/ })
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent))
  expect(cells).toEqual(['€72.00 to €85.00', '€10.00 to €14.00', '€66.20€60.10 to €73.30'])
})

test('says what is unknown, and why there is no forecast', async () => {
  const unknown = { importCost: null, exportRevenue: null, payable: null }
  await open(
    createMoney({
      month_so_far: { ...createMoney().month_so_far, ...unknown, isProvisional: true },
      forecast: null,
      noForecast: { reason: 'tooFewDays', kind: 'workday', known: 3, needed: 5 },
      missing: [{ kind: 'noPriceList' }],
    }),
  )
  await screen.findByRole('heading', { level: 1, name: en['money.unknown'] })
  screen.getByText(en['money.provisional'])
  screen.getByText(/\(3 of 5\)/)
  expect(screen.queryByRole('heading', { name: en['money.basis.heading'] })).toBeNull()
})

test('a home without prices gets the way to them', async () => {
  await open(null)
  const link = await screen.findByRole('link', { name: en['money.setup.action'] })
  expect(link.getAttribute('href')).toBe('/locations/7/pricing')
})

test('a budget is set in the currency of the bill, from the version that was seen', async () => {
  const { api, user } = await open(
    createMoney({
      budget: { amount: '50', currency: 'EUR', version: 4, state: 'likely', setAt: 0, setBy: 'Ana Novak' },
    }),
  )
  await screen.findByText(en['money.budget.state.likely'])
  await user.click(screen.getByRole('button', { name: en['money.budget.change'] }))
  const field = screen.getByRole('textbox', { name: en['money.budget.amount'] })
  await user.clear(field)
  await user.type(field, '72.5')
  await user.click(screen.getByRole('button', { name: en['common.action.save'] }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const sent = api.sentTo('PUT /locations/:locationId/money/budget')
  expect(sent.map(({ body }) => body)).toEqual([{ amount: '72.5', currency: 'EUR', version: 4 }])
})
