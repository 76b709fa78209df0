import type { PortfolioRow } from '@ohmstead/contract/portfolio'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { refreshRuns } from './portfolio-query.ts'
import { PortfolioRun } from './portfolio-run.tsx'

const rows = 'GET /portfolio/optimisations/:optimisationId'
const optimisation = {
  ...{ id: 1, company_id: null, from: '2025-06-01', to: '2026-05-31', job_id: null, done: 3, total: 3 },
  ...{ advice_from: '2026-07-01', levies: true, vat: true },
  ...{ state: 'done' as const, created_at: 0, finished_at: 1 },
}
const totals = {
  ...{ points: 3, with_result: 3, current_cost: 1200, advised_cost: 900, yearly_saving: 300 },
  so_far: 0,
}
const createRow = (device_id: number): PortfolioRow => ({
  ...{ device_id, eimm: `4-000000${device_id}`, title: `Hiša ${device_id}`, owner: null },
  ...{ user_group: 0, connection_power_kw: 17, error: null, so_far: null },
  ...{ months: 12, possible_from: null, advice: 'change', reason: null, uncharged_excess: null },
  ...{ current_cost: 400, current_excess: 0, optimised_cost: 300, operator_default_cost: 300 },
  ...{ advised_cost: 300, yearly_saving: 100, saving_low: 80, saving_high: 120, saving_percent: 0.25 },
  ...{ saves_in: 1, current_powers_kw: null, recommended_powers_kw: null, relative_gap: 0 },
  ...{ confidence: 'high', missing_intervals: 0, estimated_intervals: 0 },
})
/** Three points, two to a page. */
const answer = (page: number, change: object = {}) => ({
  optimisation: { ...optimisation, ...change },
  totals,
  rows: page === 1 ? [createRow(1), createRow(2)] : [createRow(3)],
  count: 3,
  page_size: 2,
})
const names = () =>
  screen.queryAllByRole('rowheader').map((head) => head.querySelector('button')?.textContent)

test('begins with one sentence; its basis is a press away', async () => {
  fakeApi({ [rows]: () => answer(1) })
  const { user } = await renderPage(<PortfolioRun id={1} bar={null} />)
  await screen.findByRole('heading', { name: '3 metering points: €300 a year could be saved' })
  const basis = screen.getByText(/twelve months from 1 July 2026.*with levies and VAT/)
  expect(basis.closest('details')?.open).toBe(false)
  await user.click(screen.getByText('What these figures are based on'))
  expect(basis.closest('details')?.open).toBe(true)
})

test('while a run is in progress its sum is so far', async () => {
  fakeApi({ [rows]: () => answer(1, { state: 'running', done: 2, total: 3 }) })
  await renderPage(<PortfolioRun id={1} bar={null} />)
  await screen.findByRole('heading', { name: 'So far, 2 of 3 points: €300 a year could be saved' })
})

test('prints the rows of all pages, and shows one page again afterwards', async () => {
  fakeApi({ [rows]: ({ query }) => answer(Number(query.page)) })
  let printed: unknown
  vi.stubGlobal('print', () => {
    printed = names()
    window.dispatchEvent(new Event('afterprint'))
  })
  const { user } = await renderPage(<PortfolioRun id={1} bar={null} />)
  await user.click(await screen.findByRole('button', { name: 'Print all' }))
  await expect.poll(() => printed).toEqual(['Hiša 1', 'Hiša 2', 'Hiša 3'])
  await expect.poll(names).toEqual(['Hiša 1', 'Hiša 2'])
})

test('a failed read is reported with the age of the remaining rows, and retried', async () => {
  let isDown = false
  fakeApi({
    [rows]: () => {
      if (isDown) throw new Refusal('server_busy')
      return answer(1)
    },
  })
  const { user } = await renderPage(<PortfolioRun id={1} bar={null} />)
  await screen.findByText('Hiša 1')
  isDown = true
  await refreshRuns()
  const strip = await screen.findByRole('alert')
  expect(strip.textContent).toMatch(/Showing the values last updated .*(ago|now)/)
  expect(names()).toEqual(['Hiša 1', 'Hiša 2'])
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})

test('points without a result are counted once the run is over, and those read in part are named', async () => {
  const part = { ...totals, with_result: 2, so_far: 1 }
  fakeApi({ [rows]: () => ({ ...answer(1), totals: part }) })
  await renderPage(<PortfolioRun id={1} bar={null} />)
  await screen.findByText(/1 point has no result; its row says why\. 1 point was still being read/)
})

test('while a run goes on, points that are still to come are not counted as without a result', async () => {
  const begun = { ...totals, with_result: 1 }
  fakeApi({ [rows]: () => ({ ...answer(1, { state: 'running', done: 1 }), totals: begun }) })
  await renderPage(<PortfolioRun id={1} bar={null} />)
  await screen.findByRole('heading', { name: /^So far, 1 of 3 points/ })
  expect(screen.queryByText(/no result/)).toBeNull()
})
