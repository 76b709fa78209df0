import type { SpotDayStatus, SpotDaysView } from '@ohmstead/contract/spot-market'
import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import type { SpotRow } from './build-spot-chart.ts'
import { LocationSpotMarketPage } from './location-spot-market-page.tsx'
import { SpotMarketPage } from './spot-market-page.tsx'

// What is drawn is up to the chart's own tests: there is no canvas here.
vi.mock('./spot-chart.tsx', () => ({
  SpotChart: ({ label, row }: { label: string; row: SpotRow }) => (
    <figure>
      {label} {row.allIn?.[0]}
    </figure>
  ),
}))

const start = (day: string) => marketDay(day, marketTimeZone).startMs
const from = start('2026-06-01')

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(from + 9 * 3_600_000)
  HTMLCanvasElement.prototype.getContext = () => null
})

const daysView = (
  region: string,
  tomorrow: SpotDayStatus,
  more: Partial<SpotDaysView> = {},
): SpotDaysView => ({
  region,
  time_zone: marketTimeZone,
  today: { day: '2026-06-01', from, to: start('2026-06-02'), status: 'complete' },
  tomorrow: { day: '2026-06-02', from: start('2026-06-02'), to: start('2026-06-03'), status: tomorrow },
  first_day: '2025-06-01',
  last_day: '2026-06-02',
  is_late: false,
  ...more,
})

/** Cheap and below zero from noon to three, dear from six to nine in the evening; tomorrow is null if not known. */
function priceAt(at: number, isTomorrowKnown: boolean): number | null {
  if (at >= 96 && !isTomorrowKnown) return null
  const hour = Math.floor((at % 96) / 4)
  return hour >= 12 && hour < 15 ? -10 : hour >= 18 && hour < 21 ? 200 : 100
}

function answerMarket(tomorrow: SpotDayStatus, more: Partial<SpotDaysView> = {}) {
  const note = { source: 'energy-charts' as const, licence: 'CC BY 4.0 (SMARD.de)', is_free: true }
  return {
    'GET /pricing/spot-market/days': ({ query }: { query: Record<string, string> }) =>
      daysView(query.region!, tomorrow, more),
    'GET /pricing/spot-market/prices': ({ query }: { query: Record<string, string> }) => {
      const count = (Number(query.to) - Number(query.from)) / 900_000
      return {
        ...{
          region: query.region!,
          currency: 'EUR' as const,
          unit: 'MWh' as const,
          step_seconds: 900 as const,
        },
        ...{ from: Number(query.from), to: Number(query.to), sources: [note] },
        prices: Array.from({ length: count }, (_, at) => priceAt(at, tomorrow === 'complete')),
      }
    },
    'GET /pricing/spot-market/heat-map': ({ query }: { query: Record<string, string> }) => ({
      ...{ region: query.region!, year: Number(query.year), currency: 'EUR' as const, unit: 'MWh' as const },
      ...{ time_zone: marketTimeZone, first_day: `${query.year}-01-01`, days: 365, sources: [note] },
      prices: Array.from({ length: 365 * 24 }, (_, at) => (at < 24 ? at - 5 : null)),
    }),
  }
}

const textOf = (element: HTMLElement) => element.textContent!.replace(/\s+/g, ' ')
const person = createPerson({ country_code: 'AT', locations: [] })
const part = (name: string) => within(screen.getByRole('region', { name }))

test('shows now, today and tomorrow, cheap and dear hours, and where prices come from', async () => {
  const api = fakeApi(answerMarket('complete'))
  await renderPage(<SpotMarketPage />, { person })
  const today = await screen.findByRole('region', { name: 'Today' })
  expect(textOf(today)).toContain('Mean€98.75/MWh')
  expect(textOf(today)).toContain('Lowest−€10.00/MWh 12:00')
  expect(textOf(today)).toContain('Highest€200.00/MWh 18:00')
  expect(textOf(today)).toContain('Below zero3 hr')
  expect(part('Today and tomorrow').getByText('€100.00/MWh')).toBeTruthy()
  expect(part('Cheapest and dearest hours').getByText('Mon 1 Jun, 12:00–15:00')).toBeTruthy()
  expect(part('Cheapest and dearest hours').getByText('Mon 1 Jun, 18:00–21:00')).toBeTruthy()
  expect(screen.getByText(/Source: Energy-Charts.*CC BY 4.0 \(SMARD.de\)/)).toBeTruthy()
  // The country of the person, since nothing was chosen before.
  expect(api.sentTo('GET /pricing/spot-market/days')[0]!.query).toEqual({ region: 'AT' })
  expect(screen.queryByText('How the prices are kept up to date')).toBeNull()
})

test('windows are found anew for another length', async () => {
  fakeApi(answerMarket('complete'))
  const { user } = await renderPage(<SpotMarketPage />, { person })
  await user.click(await screen.findByRole('radio', { name: '6 h' }))
  expect(part('Cheapest and dearest hours').getByText('Mon 1 Jun, 09:00–15:00')).toBeTruthy()
})

test('tomorrow’s prices are announced for the afternoon', async () => {
  fakeApi(answerMarket('after_14'))
  await renderPage(<SpotMarketPage />, { person })
  expect(await screen.findByText('Data is available after 14:00.')).toBeTruthy()
})

test('a day of which some prices are missing shows those that are there, and says so', async () => {
  const { 'GET /pricing/spot-market/prices': prices } = answerMarket('complete')
  fakeApi({ ...answerMarket('partial'), 'GET /pricing/spot-market/prices': prices })
  await renderPage(<SpotMarketPage />, { person })
  const tomorrow = await screen.findByRole('region', { name: 'Tomorrow' })
  expect(textOf(tomorrow)).toContain('Some prices of this day are still missing.')
  expect(textOf(tomorrow)).toContain('€200.00/MWh 18:00')
})

test('a file of prices names their source and its licence in each row', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  fakeApi(answerMarket('complete'))
  const { user } = await renderPage(<SpotMarketPage />, { person })
  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  const [head, first, ...others] = (await files[0]!.text()).trim().split('\r\n')
  expect(head!.split(',').slice(2)).toEqual(['Spot price [€/MWh]', 'source', 'licence', 'quality'])
  expect(first!.split(',').slice(2)).toEqual([
    '100',
    'Energy-Charts (Fraunhofer ISE)',
    'CC BY 4.0 (SMARD.de)',
    '',
  ])
  expect(others).toHaveLength(30 * 96 - 1)
})

test('missing prices are named as missing, with the reason if they are late', async () => {
  fakeApi(answerMarket('not_available', { is_late: true }))
  await renderPage(<SpotMarketPage />, { person })
  const tomorrow = await screen.findByRole('region', { name: 'Tomorrow' })
  expect(textOf(tomorrow)).toContain('Data is not available. The prices are late.')
})

test('the chosen region is remembered, and one without prices cannot be chosen', async () => {
  const api = fakeApi(answerMarket('complete'))
  const { user } = await renderPage(<SpotMarketPage />, { person })
  const choice = await screen.findByRole('combobox', { name: 'Region' })
  await user.selectOptions(choice, 'Germany and Luxembourg (DE-LU)')
  await screen.findByRole('region', { name: 'Today' })
  expect(api.sent.at(-1)!.query.region).toBe('DE-LU')
  expect(localStorage.getItem('ohmstead.spotRegion')).toBe('DE-LU')
  expect(screen.getByRole('option', { name: 'Cyprus (no prices published)' })).toHaveProperty(
    'disabled',
    true,
  )
})

test('the year is read hour by hour with the keyboard, or as a table', async () => {
  fakeApi(answerMarket('complete'))
  const { user } = await renderPage(<SpotMarketPage />, { person })
  const map = await screen.findByRole('group', { name: 'A year by day and hour' })
  map.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(textOf(map)).toContain('1 January 2026, 02:00–03:00: −€3.00/MWh')
  await user.keyboard('{ArrowRight}')
  expect(textOf(map)).toContain('2 January 2026, 02:00–03:00: No price')
  await user.click(part('A year by day and hour').getByRole('button', { name: 'Show as table' }))
  const table = part('A year by day and hour').getByRole('table')
  expect(within(table).getByRole('row', { name: /^2–3 −3.00 –/ })).toBeTruthy()
})

test('super admins see which source failed why, and have past prices fetched again', async () => {
  const api = fakeApi({
    ...answerMarket('complete'),
    'GET /pricing/spot-market/state': () => ({
      sources: ['energy-charts' as const],
      zones: [
        {
          ...{
            region: 'SI',
            tomorrow: 'not_available' as const,
            late_since: from,
            next_at: from,
            job_id: null,
          },
          ...{ first_day: '2025-06-01', last_day: '2026-06-01', open_days: 2 },
          sources: [
            {
              ...{ source: 'energy-charts' as const, answered_at: from, failed_at: from, failures: 3 },
              error: 'spot_busy' as const,
            },
          ],
        },
      ],
    }),
    'POST /pricing/spot-market/backfill': () => ({ job_id: 1 }),
  })
  const { user } = await renderPage(<SpotMarketPage />, {
    person: createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'], country_code: 'SI' }),
  })
  const row = await screen.findByRole('row', { name: /^Slovenia missing Late since/ })
  expect(textOf(row)).toMatch(/Energy-Charts \(Fraunhofer ISE\) · asks to wait \(.+ ago\)/)
  await user.click(screen.getByRole('button', { name: 'Fetch' }))
  expect(await screen.findByText(/Fetching has begun/)).toBeTruthy()
  expect(api.sentTo('GET /pricing/spot-market/state')).toHaveLength(2)
  expect(api.sentTo('POST /pricing/spot-market/backfill')[0]!.body).toEqual({
    ...{ region: 'SI', from: '2025-06-01', to: '2026-05-31' },
  })
  const form = within(screen.getByRole('button', { name: 'Fetch' }).closest('form')!)
  const last = form.getByLabelText('Last day', { selector: 'input' })
  await user.clear(last)
  await user.type(last, '31/05/2025')
  expect(form.getByText('The end is before the beginning.')).toBeTruthy()
  const first = form.getByLabelText('First day', { selector: 'input' })
  await user.clear(first)
  await user.type(first, '31/12/2009')
  expect(form.getByText('First day must be a date from 01/01/2010 to 01/06/2026.')).toBeTruthy()
  await user.clear(last)
  await user.type(last, '31/05/2026')
  expect([first, last].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', null])
  expect(form.getByRole('button', { name: 'Fetch' })).toHaveProperty('disabled', true)
  expect(form.getByRole('button', { name: 'Fetch' })).toHaveProperty('disabled', true)
})

const atLocation = { at: '/locations/7/spot-market', pattern: '/locations/$locationId/spot-market', person }
const region = { code: 'SI', type: 'BIDDING_ZONE' as const }

test('a location has the prices of its own region per kilowatt-hour, and beside them its own all-in price', async () => {
  fakeApi({
    ...answerMarket('complete'),
    'GET /locations/:locationId': () => ({ location: createLocation({ region }) }),
    'GET /locations/:locationId/pricing/prices': ({ query }) => ({
      ...{ currency: 'EUR', time_zone: 'Europe/Ljubljana', from: Number(query.from), to: Number(query.to) },
      // Dear by day because of the network, whatever the exchange says.
      importPrices: Array.from({ length: 192 }, (_, at) => (at % 96 < 24 ? 0.1 : 0.25)),
      exportPrices: [],
    }),
    'GET /locations/:locationId/pricing/world': () => {
      throw new Refusal('unexpected')
    },
  })
  await renderPage(<LocationSpotMarketPage />, atLocation)
  expect(textOf(await screen.findByRole('region', { name: 'Today' }))).toContain('Highest€0.20000/kWh')
  expect(await part('Today and tomorrow').findByText('€0.25000/kWh')).toBeTruthy()
  expect(screen.getByText(/Region: Slovenia\.$/)).toBeTruthy()
  expect(part('Cheapest and dearest hours').getByText('Tue 2 Jun, 00:00–03:00')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Region' })).toBeNull()
})

test('a location without a price of its own says so', async () => {
  fakeApi({
    ...answerMarket('complete'),
    'GET /locations/:locationId': () => ({ location: createLocation({ region }) }),
    'GET /locations/:locationId/pricing/prices': ({ query }) => ({
      ...{ currency: 'EUR', time_zone: 'Europe/Ljubljana', from: Number(query.from), to: Number(query.to) },
      importPrices: Array.from({ length: 192 }, () => null),
      exportPrices: [],
    }),
    'GET /locations/:locationId/pricing/world': () => {
      throw new Refusal('unexpected')
    },
  })
  await renderPage(<LocationSpotMarketPage />, atLocation)
  expect(await screen.findByText('The all-in price here is not known for this time.')).toBeTruthy()
})

test('a location outside the clock of the market reads times by its own', async () => {
  fakeApi({
    ...answerMarket('complete'),
    'GET /locations/:locationId': () => ({
      location: createLocation({
        ...{ region: { ...region, code: 'FI' }, timezone: { name: 'Europe/Helsinki' } },
      }),
    }),
    'GET /locations/:locationId/pricing/prices': () => {
      throw new Refusal('unexpected')
    },
    'GET /locations/:locationId/pricing/world': () => {
      throw new Refusal('unexpected')
    },
  })
  await renderPage(<LocationSpotMarketPage />, atLocation)
  const today = await screen.findByRole('region', { name: 'Today' })
  expect(textOf(today)).toContain('Lowest−€0.01000/kWh 13:00')
  expect(part('Cheapest and dearest hours').getByText('Mon 1 Jun, 13:00–16:00')).toBeTruthy()
})

test('a region outside the clock of the market is read by its own', async () => {
  fakeApi(answerMarket('complete'))
  await renderPage(<SpotMarketPage />, { person: createPerson({ country_code: 'FI', locations: [] }) })
  expect(textOf(await screen.findByRole('region', { name: 'Today' }))).toContain('/MWh 13:00')
})

test('a location whose prices have another currency says so, in place of its all-in price', async () => {
  fakeApi({
    ...answerMarket('complete'),
    'GET /locations/:locationId': () => ({ location: createLocation({ region }) }),
    'GET /locations/:locationId/pricing/prices': ({ query }) => ({
      ...{ currency: 'CZK', time_zone: 'Europe/Prague', from: Number(query.from), to: Number(query.to) },
      importPrices: Array.from({ length: 192 }, () => 5.5),
      exportPrices: [],
    }),
    'GET /locations/:locationId/pricing/world': () => {
      throw new Refusal('unexpected')
    },
  })
  await renderPage(<LocationSpotMarketPage />, atLocation)
  await screen.findByText(/are in CZK, those of the exchange in EUR/)
  expect(screen.queryByText(/5\.5/)).toBeNull()
})

test('history and year show the own price only when it is asked for', async () => {
  const never = () => new Promise<never>(() => {})
  const ownFile = 'GET /locations/:locationId/pricing/spot-market/prices/xlsx'
  const api = fakeApi({
    ...answerMarket('complete'),
    'GET /locations/:locationId': () => ({ location: createLocation({ region }) }),
    'GET /locations/:locationId/pricing/prices': ({ query }) => {
      const count = (Number(query.to) - Number(query.from)) / 900_000
      return {
        ...{ currency: 'EUR', time_zone: 'Europe/Ljubljana', from: Number(query.from), to: Number(query.to) },
        ...{
          importPrices: Array.from({ length: count }, (_, at) => (at < 4 ? 0.125 : 0.25)),
          exportPrices: [],
        },
      }
    },
    'GET /locations/:locationId/pricing/world': () => {
      throw new Refusal('unexpected')
    },
    'GET /pricing/spot-market/prices/xlsx': never,
    [ownFile]: never,
  })
  const { user } = await renderPage(<LocationSpotMarketPage />, atLocation)
  const asked = () => api.sentTo('GET /locations/:locationId/pricing/prices').length
  await screen.findByRole('region', { name: 'History' })
  expect(asked()).toBe(1)
  expect(part('History').queryByText(/0\.125/)).toBeNull()
  await user.click(part('History').getByRole('radio', { name: 'All-in price here' }))
  await part('History').findByText(/0\.125/)
  expect(asked()).toBe(2)
  // The file has what is shown.
  expect(api.sentTo(ownFile)).toEqual([])
  await user.click(part('History').getByRole('button', { name: 'Save as workbook' }))
  await expect.poll(() => api.sentTo(ownFile)).toHaveLength(1)
  await user.click(part('A year by day and hour').getByRole('radio', { name: 'All-in price here' }))
  await expect.poll(asked).toBe(3)
  await user.click(part('A year by day and hour').getByRole('button', { name: 'Show as table' }))
  const cells = await part('A year by day and hour').findAllByRole('cell')
  // The first hour of January is cheaper on one of its 31 days.
  expect(cells[0]!.textContent).toBe('0.24597')
})

test('without an all-in price a location has the bare one alone', async () => {
  const answers = {
    ...answerMarket('complete'),
    'GET /locations/:locationId/pricing/prices': () => {
      throw new Refusal('unexpected')
    },
    'GET /locations/:locationId/pricing/world': () => {
      throw new Refusal('unexpected')
    },
  }
  fakeApi({ ...answers, 'GET /locations/:locationId': () => ({ location: createLocation({ region }) }) })
  await renderPage(<LocationSpotMarketPage />, atLocation)
  expect(textOf(await screen.findByRole('region', { name: 'Today' }))).toContain('€0.20000/kWh')
  expect(screen.queryByText('All-in price here')).toBeNull()
})

test('a location without a region says what to do', async () => {
  fakeApi({ 'GET /locations/:locationId': () => ({ location: createLocation({ region: null }) }) })
  await renderPage(<LocationSpotMarketPage />, atLocation)
  expect(await screen.findByText('This location has no region. Choose it in its settings.')).toBeTruthy()
})
