import { i18n } from '@lingui/core'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { queryClient } from '../../shared/query-client.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import type { ExchangeRateRow } from './exchange-rates-query.ts'
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
const rates: ExchangeRateRow[] = [
  { from: 'EUR', to: 'CZK', day: '2026-11-02', rate: '24.350', source: 'cnb.cz' },
  { from: 'EUR', to: 'CZK', day: '2026-10-01', rate: '25', source: 'cnb.cz' },
  { from: 'EUR', to: 'HUF', day: '2026-10-01', rate: '389.1', source: 'mnb.hu' },
]
const admin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const answers = {
  'GET /pricing/network-tariffs': () => ({ networkTariffs: [tariff] }),
  'GET /pricing/exchange-rates': () => ({ exchangeRates: rates }),
  'GET /countries': () => ({ countries: [{ id: 1, code: 'HR', name: 'Croatia' }] }),
  'GET /timeplans': () => ({ timePlans: [] }),
}
const show = (person = createPerson()) =>
  renderPage(<NetworkTariffsPage />, { at: '/pricing/network-tariffs', person })

test('the published rates of a group are listed by day, and what nobody published is missing', async () => {
  fakeApi(answers)
  const { user } = await show()
  const table = within(screen.getAllByRole('table')[0]!)
  const period = table.getByRole('rowheader', { name: '1 November 2026 – 31 December 2026' }).closest('tr')!
  expect(
    within(period)
      .getAllByRole('cell')
      .slice(1, 6)
      .map((cell) => cell.textContent),
  ).toEqual(['2.67611', '1.09230', '0.28902', '0.02436', '0.00245'])
  // Its act, and what the figures were read from.
  const origin = period.nextElementSibling!.nextElementSibling as HTMLElement
  expect(origin.textContent).toMatch(/^Uradni list RS, št\. 105\/25 · Taken from: .+, .+/)
  expect(within(origin).getAllByRole('link')[0]!.getAttribute('href')).toMatch(/^https:\/\/www\.agen-rs\.si/)
  await user.selectOptions(screen.getByRole('combobox', { name: 'User group' }), '1')
  const missing = table.getByRole('rowheader', { name: 'from 1 January 2025' }).closest('tr')!
  expect(within(missing).getByText('No published rates found')).toBeTruthy()
})

test('published levies and VAT stand below, with their days and where each was read', async () => {
  fakeApi(answers)
  await show()
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toContainEqual(
    expect.stringMatching(
      /households.*€0\.77562\/kWfrom 1 March 2026.*high.*Taken from: .*Whether the levy is halved again/,
    ),
  )
  expect(rows).toContainEqual(expect.stringMatching(/^VAT22%from 1 June 2023.*Taken from: /))
})

test('a tariff says what is charged, since when, and where that was read', async () => {
  fakeApi(answers)
  await show()
  const card = within((await screen.findByRole('heading', { name: 'HEP ODS · Bijeli' })).closest('li')!)
  for (const text of [
    'Energy: €0.04000/kWh',
    'Mean of the 3 highest quarter-hours of the month: €3.50000/kW',
    'Fixed: €1.20 a month',
    'Source: hep.hr',
  ])
    expect(card.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a tariff' })).toBeNull()
})

test('periods stand with the newest first, in whichever order they were entered', async () => {
  const begins = ['2026-01-01', '2027-01-01', '2025-01-01']
  const [period] = tariff.periods
  const periods = begins.map((validFrom) => ({
    ...{ ...period!, validFrom },
    validTo: `${validFrom.slice(0, 4)}-12-31`,
  }))
  fakeApi({
    ...answers,
    'GET /pricing/network-tariffs': () => ({ networkTariffs: [{ ...tariff, periods }] }),
  })
  await show()
  const card = within((await screen.findByRole('heading', { name: 'HEP ODS · Bijeli' })).closest('li')!)
  expect(card.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    '1 January 2027 – 31 December 2027',
    '1 January 2026 – 31 December 2026',
    '1 January 2025 – 31 December 2025',
  ])
})

test('an administrator adds a period; one that overlaps is refused before anything is sent', async () => {
  const sent: unknown[] = []
  const api = fakeApi({
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
  expect(dialog.getByRole('alert').textContent).toBe(
    'On some of these days the period from 1 January 2026 applies already. Let one end before the other begins.',
  )
  expect(sent).toEqual([])
  await user.click(dialog.getAllByRole('button', { name: 'Remove this period' })[1]!)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ version: 2, periods: tariff.periods })
  await expect.poll(() => api.sentTo('GET /pricing/network-tariffs').length).toBe(2)
})

test('who saves a tariff that somebody else has changed sees theirs, and saves over it or goes on from there', async () => {
  let stored = tariff
  const set = 'PUT /pricing/network-tariffs/:networkTariffId'
  const api = fakeApi({
    ...answers,
    'GET /pricing/network-tariffs': () => ({ networkTariffs: [stored] }),
    [set]: ({ body }: { body: { version: number } }) => {
      if (body.version !== stored.version) throw new Refusal('edited_meanwhile')
      return { networkTariff: stored }
    },
  })
  const { user } = await show(admin)
  const isClosed = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const change = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit Bijeli' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText('Distributor'), ' d.d.')
    stored = {
      ...stored,
      version: stored.version + 1,
      periods: [{ ...tariff.periods[0]!, source: 'theirs' }],
    }
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const conflict = within(await dialog.findByRole('alert', { name: 'Changed meanwhile' }))
    conflict.getByText('Source: theirs')
    expect((dialog.getByLabelText('Distributor') as HTMLInputElement).value).toBe('HEP ODS d.d.')
    return dialog
  }
  await user.click((await change()).getByRole('button', { name: 'Save mine over it' }))
  await isClosed()
  expect(api.sentTo(set).map(({ body }) => body)).toMatchObject([
    { version: 2, operator: 'HEP ODS d.d.' },
    { version: 3, operator: 'HEP ODS d.d.', periods: tariff.periods },
  ])

  const dialog = await change()
  await user.click(dialog.getByRole('button', { name: 'Take the saved version, drop mine' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await isClosed()
  expect(api.sentTo(set).at(-1)!.body).toMatchObject({
    ...{ version: 4, operator: 'HEP ODS', periods: [{ source: 'theirs' }] },
  })
})

test('exchange rates are dated, with their source; an administrator enters one, and sees which it replaces', async () => {
  let stored = rates
  const set = 'PUT /pricing/exchange-rates'
  const api = fakeApi({
    ...answers,
    'GET /pricing/exchange-rates': () => ({ exchangeRates: stored }),
    [set]: ({ body: { replaces, ...rate } }) => {
      if (replaces !== stored[0]!.rate) throw new Refusal('edited_meanwhile')
      return { exchangeRates: [rate as ExchangeRateRow, ...stored.slice(1)] }
    },
  })
  const { user } = await show(admin)
  await screen.findByRole('row', { name: /^2 November 2026 1 EUR = 24.350 CZK cnb.cz/ })
  expect(screen.queryByText('mnb.hu')).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currencies' }), 'EUR → HUF')
  screen.getByRole('row', { name: /^1 October 2026 1 EUR = 389.1 HUF mnb.hu/ })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currencies' }), 'EUR → CZK')

  await user.click(screen.getByRole('button', { name: 'Enter a rate' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(api.sentTo(set)).toEqual([])
  await user.type(dialog.getByLabelText(/^Rate/), 'abc')
  dialog.getByText('Rate must be a valid decimal number.')
  await user.clear(dialog.getByLabelText(/^Rate/))
  await user.type(dialog.getByLabelText(/^Rate/), '24,3605')
  const day = dialog.getByLabelText('From the day', { selector: 'input' })
  await user.clear(day)
  await user.type(day, '31/02/2026')
  dialog.getByText(/^From the day must be a date, such as/)
  await user.clear(day)
  await user.type(day, '02/11/2026')
  await dialog.findByText(/which will be replaced: 1 EUR = 24.350 CZK \(cnb.cz\)/)
  stored = [{ ...rates[0]!, rate: '24.4' }, ...rates.slice(1)]
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Somebody else has changed the rate/)
  await dialog.findByText(/which will be replaced: 1 EUR = 24.4 CZK \(cnb.cz\)/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('row', { name: /^2 November 2026 1 EUR = 24.3605 CZK cnb.cz/ })
  const written = { from: 'EUR', to: 'CZK', day: '2026-11-02', rate: '24.3605', source: 'cnb.cz' }
  expect(api.sentTo(set).map(({ body }) => body)).toEqual([
    { ...written, replaces: '24.350' },
    { ...written, replaces: '24.4' },
  ])
})

test('a rate is typed with the decimal mark of the language', async () => {
  const set = 'PUT /pricing/exchange-rates'
  const api = fakeApi({
    ...answers,
    'GET /pricing/exchange-rates': () => ({ exchangeRates: [] }),
    [set]: () => ({ exchangeRates: [] }),
  })
  // The texts stay English; numbers are those of Slovenian.
  i18n.loadAndActivate({ locale: 'sl', messages: i18n.messages })
  onTestFinished(() => i18n.loadAndActivate({ locale: 'en', messages: i18n.messages }))
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: 'Enter a rate' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Rate/), '24,5')
  await user.type(dialog.getByLabelText('Source'), 'cnb.cz')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(set).map(({ body }) => body)).toMatchObject([{ rate: '24.5', replaces: null }])
})

test('a rate of other currencies on the same day is not replaced', async () => {
  const set = 'PUT /pricing/exchange-rates'
  const api = fakeApi({ ...answers, [set]: () => ({ exchangeRates: rates }) })
  const { user } = await show(admin)
  await screen.findByRole('row', { name: /^2 November 2026/ })
  await user.click(screen.getByRole('button', { name: 'Enter a rate' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'is worth in' }), 'PLN')
  await user.type(dialog.getByLabelText(/^Rate/), '4.2')
  const day = dialog.getByLabelText('From the day', { selector: 'input' })
  await user.clear(day)
  await user.type(day, '02/11/2026')
  expect(dialog.queryByText(/which will be replaced/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(set)).toMatchObject([{ body: { to: 'PLN', day: '2026-11-02', replaces: null } }])
})

test('an administrator removes an exchange rate, once it is confirmed', async () => {
  const remove = 'DELETE /pricing/exchange-rates/:from/:to/:day'
  const api = fakeApi({ ...answers, [remove]: () => ({ exchangeRates: rates.slice(1) }) })
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: 'Remove 1 EUR = 24.350 CZK (2 November 2026)' }))
  expect(api.sentTo(remove)).toEqual([])
  const dialog = within(screen.getByRole('dialog', { name: 'Remove 1 EUR = 24.350 CZK (2 November 2026)?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('1 EUR = 24.350 CZK')).toBeNull()
  expect(api.sentTo(remove)).toMatchObject([
    { params: { from: 'EUR', to: 'CZK', day: '2026-11-02' }, query: { rate: '24.350' } },
  ])
})

test('once the last rate of two currencies is removed, those of others are shown', async () => {
  const remove = 'DELETE /pricing/exchange-rates/:from/:to/:day'
  fakeApi({ ...answers, [remove]: () => ({ exchangeRates: rates.slice(0, 2) }) })
  const { user } = await show(admin)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Currencies' }), 'EUR → HUF')
  await user.click(screen.getByRole('button', { name: /^Remove 1 EUR = 389.1 HUF/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByRole('row', { name: /^2 November 2026 1 EUR = 24.350 CZK/ })
})

test('a currency has no rate in itself', async () => {
  fakeApi(answers)
  const { user } = await show(admin)
  await screen.findByText('1 EUR = 24.350 CZK')
  await user.click(screen.getByRole('button', { name: 'Enter a rate' }))
  const dialog = within(screen.getByRole('dialog'))
  const offered = (name: string) =>
    [...dialog.getByRole<HTMLSelectElement>('combobox', { name }).options].map(({ value }) => value)
  expect(offered('One unit of')).toContain('EUR')
  expect(offered('One unit of')).not.toContain('CZK')
  expect(offered('is worth in')).toContain('CZK')
  expect(offered('is worth in')).not.toContain('EUR')
})

test('an exchange rate that somebody else has corrected is not removed, and shown as it is', async () => {
  let stored = rates
  fakeApi({
    ...answers,
    'GET /pricing/exchange-rates': () => ({ exchangeRates: stored }),
    'DELETE /pricing/exchange-rates/:from/:to/:day': () => {
      throw new Refusal('edited_meanwhile')
    },
  })
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: /^Remove 1 EUR = 24.350 CZK/ }))
  stored = [{ ...rates[0]!, rate: '24.4' }, ...rates.slice(1)]
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText(/^Somebody else has changed this meanwhile/)
  await screen.findByText('1 EUR = 24.4 CZK')
})

test('who is no administrator reads exchange rates, and enters none', async () => {
  fakeApi({ ...answers, 'GET /pricing/exchange-rates': () => ({ exchangeRates: [] }) })
  await show()
  await screen.findByText('No exchange rates yet.')
  expect(screen.queryByRole('button', { name: 'Enter a rate' })).toBeNull()
  fakeApi(answers)
  await queryClient.invalidateQueries()
  await screen.findByText('1 EUR = 24.350 CZK')
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})
