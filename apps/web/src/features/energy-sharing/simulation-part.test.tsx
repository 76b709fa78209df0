import type { SharingSimulationView, SimulationResultView } from '@ohmstead/contract/energy-sharing-results'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup } from '../../testing/sharing-group.ts'
import { createArrangement } from '../../testing/sharing-results.ts'
import { SimulationPart } from './simulation-part.tsx'

const list = 'GET /sharing-groups/:sharingGroupId/simulations'
const one = 'GET /sharing-groups/:sharingGroupId/simulations/:simulationId'
const start = 'POST /sharing-groups/:sharingGroupId/simulations'
const group = createSharingGroup()

const byUse = createArrangement('byUse', { 1: '7.00', 2: '5.34' })
const found: SimulationResultView = {
  ...{ from: '2025-06', to: '2026-05', currency: 'EUR', unsettledIntervals: 0, intervals: 35_040 },
  arrangements: [createArrangement('static', { 1: '7.00', 2: '-1.00' }), byUse],
  advice: {
    arrangement: { ...byUse, pricePerKwh: '0.0825' },
    ...{ memberIds: ['1', '2'], notGaining: [], bound: { worth: 99.9, atMost: 100, gapShare: 0.001 } },
    compared: [{ kind: 'byUse', benefit: '12.34' }],
  },
}

const simulation = (change: Partial<SharingSimulationView> = {}): SharingSimulationView => ({
  ...{ id: 9, from: '2025-06', to: '2026-05', state: 'done', jobId: null, error: null, done: 12, total: 12 },
  ...{ createdAt: 0, isOutdated: false, memberNames: { 1: 'Ana', 2: 'Bojan' }, result: found },
  ...change,
})

async function show(shown: SharingSimulationView | null) {
  const api = fakeApi({
    [list]: () => ({ simulations: shown ? [{ ...shown, result: null }] : [] }),
    [one]: () => ({ simulation: shown! }),
    [start]: () => ({ simulation: simulation({ state: 'queued', result: null }) }),
    'PUT /sharing-groups/:sharingGroupId': () => ({ group }),
    'PUT /sharing-groups/:sharingGroupId/key': () => ({ group }),
  })
  return { api, ...(await renderPage(<SimulationPart group={group} />)) }
}

test('two neighbours read in one sentence what sharing would have brought, with the proof below', async () => {
  await show(simulation())
  expect(
    await screen.findByText(/June 2025.*May 2026: sharing would have brought €12.34 in all\./),
  ).toBeTruthy()
  expect(screen.getByText(/^Nobody would have been worse off/)).toBeTruthy()
  expect(screen.getByText('Proven: other fixed shares could bring at most 0.1% more.')).toBeTruthy()
})

test('who would be worse off under a kind of key is marked there', async () => {
  const { user } = await show(simulation())
  const rowOfBojan = () => screen.getByRole('row', { name: /^Bojan/ })
  expect((await screen.findByRole('row', { name: /^Bojan/ })).textContent).not.toContain('worse off')
  await user.click(screen.getByRole('radio', { name: 'Fixed shares' }))
  const row = rowOfBojan()
  expect(row.textContent).toContain('worse off')
  expect(row.textContent).toContain('−€1.00')
})

test('what a member loses of its yearly balance stands beside its figures', async () => {
  const [ana, bojan] = byUse.members
  const yearlyBalances = [
    {
      ...{ year: 2025, givenMilliWh: 250_000_000, billedAloneMilliWh: 0, billedSharedMilliWh: 0 },
      ...{ networkCost: '3.21', reason: null },
    },
  ]
  const members = [{ ...ana!, yearlyBalances }, bojan!]
  await show(simulation({ result: { ...found, advice: null, arrangements: [{ ...byUse, members }] } }))
  expect((await screen.findByRole('row', { name: /^Ana/ })).textContent).toMatch(
    /The yearly balance of 2025 falls by 250.kWh; the network costs €3\.21 more\./,
  )
})

test('what is advised is used with its key and its price', async () => {
  const { user, api } = await show(simulation())
  await user.click(await screen.findByRole('button', { name: 'Use this key and price' }))
  await screen.findByText(/^The key applies from/)
  expect(api.sentTo('PUT /sharing-groups/:sharingGroupId')[0]!.body.priceTerms).toEqual({
    ...{ kind: 'fixed', perKwh: '0.0825' },
  })
  expect(api.sentTo('PUT /sharing-groups/:sharingGroupId/key')[0]!.body.key).toEqual({ kind: 'byUse' })
})

test('where nothing would have paid off, who does not gain is named and nothing is offered', async () => {
  const notGaining = [{ memberId: '2', reason: 'worseOff' as const, benefit: '-3.20' }]
  await show(
    simulation({ result: { ...found, advice: { ...found.advice!, arrangement: null, notGaining } } }),
  )
  expect(await screen.findByText(/sharing would not have paid off/)).toBeTruthy()
  expect(screen.getByText('Bojan does not gain (−€3.20) and is left out.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use this key and price' })).toBeNull()
})

test('while it is calculated its progress can be followed and stopped', async () => {
  await show(simulation({ state: 'running', result: null, jobId: 4, done: 3 }))
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
})

test('twelve months are proposed to begin with', async () => {
  const { user, api } = await show(null)
  await user.click(await screen.findByRole('button', { name: 'Calculate' }))
  await expect.poll(() => api.sentTo(start)).toHaveLength(1)
  const { from, to } = api.sentTo(start)[0]!.body
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  expect(count(to) - count(from)).toBe(11)
})
