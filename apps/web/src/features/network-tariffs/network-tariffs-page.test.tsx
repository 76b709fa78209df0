import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { NetworkTariffsPage } from './network-tariffs-page.tsx'
import type { NetworkTariffRow } from './network-tariffs-query.ts'

const tariff: NetworkTariffRow = {
  ...{ id: 5, version: 2, name: 'Bijeli', operator: 'HEP ODS', countryCode: 'HR', currency: 'EUR' },
  periods: [
    {
      ...{ validFrom: '2026-01-01', validTo: null, source: 'hep.hr' },
      prices: {
        energy: { kind: 'fixed', t0: '0.04', t1: null, t2: null },
        power: { basis: 'monthly_peak', perKwMonth: '3.5', agreedKw: null, peaks: 3 },
        monthlyFee: '1.2',
      },
    },
  ],
}
const admin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const answers = {
  'GET /pricing/network-tariffs': () => ({ networkTariffs: [tariff] }),
  'GET /countries': () => ({ countries: [{ id: 1, code: 'HR', name: 'Croatia' }] }),
  'GET /timeplans': () => ({ timePlans: [] }),
}
const show = (person = createPerson()) =>
  renderPage(<NetworkTariffsPage />, { at: '/pricing/network-tariffs', person })

test('the published rates of a group are listed by day, and what nobody published is missing', async () => {
  fakeApi(answers)
  const { user } = await show()
  const table = within(screen.getByRole('table'))
  const period = table.getByRole('rowheader', { name: '1 November 2026 – 31 December 2026' }).closest('tr')!
  expect(
    within(period)
      .getAllByRole('cell')
      .slice(1, 6)
      .map((cell) => cell.textContent),
  ).toEqual(['2.67611', '1.09230', '0.28902', '0.02436', '0.00245'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'User group' }), '1')
  const missing = table.getByRole('rowheader', { name: 'from 1 January 2025' }).closest('tr')!
  expect(within(missing).getByText('No published rates found')).toBeTruthy()
})

test('a tariff says what is charged, since when, and where that was read', async () => {
  fakeApi(answers)
  await show()
  const card = within((await screen.findByRole('heading', { name: 'HEP ODS · Bijeli' })).closest('li')!)
  for (const text of [
    'Energy: €0.04/kWh',
    'Mean of the 3 highest quarter-hours of the month: €3.50/kW',
    'Fixed: €1.20 a month',
    'Source: hep.hr',
  ])
    expect(card.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a tariff' })).toBeNull()
})

test('an administrator adds a period; one that overlaps is refused before anything is sent', async () => {
  const sent: unknown[] = []
  fakeApi({
    ...answers,
    'PUT /pricing/network-tariffs/:networkTariffId': ({ body }) => {
      sent.push(body)
      return { networkTariff: tariff }
    },
  })
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: 'Edit Bijeli' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Add a period' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByRole('alert')).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(dialog.getAllByRole('button', { name: 'Remove this period' })[1]!)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ version: 2, periods: tariff.periods })
})
