import type { JobView } from '@ohmstead/contract/jobs'
import type { MonthCostRow, MonthCostsView } from '@ohmstead/contract/location-pricing-money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MonthCostsPanel } from './month-costs-panel.tsx'

const until = Date.UTC(2026, 3, 21, 8)
const cost = {
  ...{ month: '2026-04', until, currency: 'EUR' as const, importCost: '29.4', exportRevenue: '14.7' },
  ...{ isProvisional: false, isOutdated: false, missing: [] },
}
const row = (locationId: number, name: string, change: Partial<MonthCostRow> = {}): MonthCostRow => ({
  ...{ locationId, locationGroupId: 4, name, hasPlan: true, isNetted: false, cost },
  ...change,
})
const none = { noPlan: 0, notWorkedOut: 0, outdated: 0, unknown: 0 }
const sum = { fromUntil: until, toUntil: until, provisional: 0, exportRevenue: '0' }
const answer = (change: Partial<MonthCostsView> = {}): MonthCostsView => ({
  ...{ rows: [row(7, 'Home')], total: 1, page_size: 50, sums: [], uncounted: none },
  ...change,
})
const runningJob: JobView = {
  ...{ id: 5, kind: 'month_costs', state: 'running', done: 50, total: 200, detail: {}, error: null },
  ...{ company_id: 1, location_id: null, can_cancel: true, created_at: 0, updated_at: 0, finished_at: null },
}
const show = () => renderPage(<MonthCostsPanel companyId={1} locationGroupId={null} />)

test('sums each currency by itself, with how many locations it covers, and counts what is in none', async () => {
  fakeApi({
    'GET /jobs': () => ({ jobs: [] }),
    'GET /companies/:companyId/pricing/costs': () =>
      answer({
        total: 6,
        sums: [
          {
            ...sum,
            currency: 'EUR',
            importCost: '88.2',
            exportRevenue: '44.1',
            locations: 2,
            provisional: 1,
          },
          { ...sum, currency: 'CHF', importCost: '117.6', locations: 1, fromUntil: until - 900_000 },
        ],
        uncounted: { ...none, noPlan: 1, outdated: 2 },
      }),
  })
  await show()
  expect(await screen.findByText(/^2 of 6 locations, up to .*; provisional 1$/)).toBeTruthy()
  expect(screen.getByText(/^1 of 6 locations, up to times between /)).toBeTruthy()
  const amounts = screen
    .getAllByRole('definition')
    .map(({ textContent }) => textContent?.replace('\u00a0', ' '))
  expect(amounts).toEqual(['€88.20', '€44.10', 'CHF 117.60', 'CHF 0.00'])
  expect(screen.getByText('Not included in the sums: without a rate plan (1), outdated (2).')).toBeTruthy()
})

test('a figure that is outdated, provisional, unknown or missing says so', async () => {
  fakeApi({
    'GET /jobs': () => ({ jobs: [] }),
    'GET /companies/:companyId/pricing/costs': () =>
      answer({
        rows: [
          row(1, 'Fine'),
          row(2, 'Old', { cost: { ...cost, isOutdated: true } }),
          row(3, 'Part', { cost: { ...cost, isProvisional: true } }),
          row(4, 'Dark', {
            cost: { ...cost, importCost: null, exportRevenue: null, missing: [{ kind: 'noReadings' }] },
          }),
          row(5, 'New', { cost: null }),
          row(7, 'Sun', { isNetted: true }),
          row(6, 'Bare', { cost: null, hasPlan: false }),
        ],
        total: 7,
      }),
  })
  await show()
  const rows = (await screen.findAllByRole('row')).slice(1)
  const texts = rows.map((one) => [
    within(one).getByRole('rowheader').textContent,
    within(one).getAllByRole('cell')[0]!.textContent,
  ])
  expect(texts).toEqual([
    ['Fine', '€29.40'],
    ['OldOutdated: prices have changed since.', '€29.40'],
    ['Partprovisional', '€29.40'],
    ['DarkThere are no readings of these days.', '–'],
    ['NewNot worked out this month yet.', '–'],
    ['SunYearly net metering is not counted: this is not the invoice.', '€29.40'],
    ['BareNo plan.', '–'],
  ])
})

test('the head sorts, money from the most; the group and the search ask the server', async () => {
  const api = fakeApi({
    'GET /jobs': () => ({ jobs: [] }),
    'GET /companies/:companyId/pricing/costs': () => answer({ total: 120 }),
  })
  const { user } = await renderPage(<MonthCostsPanel companyId={1} locationGroupId={4} />)
  await user.click(await screen.findByRole('button', { name: 'Cost' }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const asked = () => api.sentTo('GET /companies/:companyId/pricing/costs').at(-1)!.query
  await expect
    .poll(asked)
    .toEqual({ locationGroupId: '4', search: '', sort: 'importCost', direction: 'desc', page: '2' })
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'farm')
  await expect.poll(asked).toMatchObject({ search: 'farm', page: '1' })
})

test('works them out as a job with progress, and stops it', async () => {
  let jobs: JobView[] = []
  const api = fakeApi({
    'GET /jobs': () => ({ jobs }),
    'GET /companies/:companyId/pricing/costs': () => answer(),
    'POST /companies/:companyId/pricing/costs/refresh': () => {
      jobs = [runningJob]
      return { jobId: 5 }
    },
    'POST /jobs/:jobId/cancel': () => {
      jobs = [{ ...runningJob, state: 'cancelled', finished_at: 1 }]
      return { job: jobs[0]! }
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Work out now' }))
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25')
  const asked = api.sentTo('GET /companies/:companyId/pricing/costs').length
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByRole('button', { name: 'Work out now' })
  // What it wrote until then is read.
  await expect.poll(() => api.sentTo('GET /companies/:companyId/pricing/costs').length).toBeGreaterThan(asked)
})
