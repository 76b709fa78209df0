import type { SavingsMonthView, SavingsView } from '@ohmstead/contract/savings'
import type { InvestmentView, PaybackView } from '@ohmstead/contract/savings-investments'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SavingsPage } from './savings-page.tsx'

const since = Date.parse('2026-04-28T00:00:00+02:00')
const amounts = {
  ...{ baseline: '120.00', actual: '70.00', saved: '50.00' },
  ...{ solar: '41.50', battery: '9.50', control: '-1.00' },
}
const sets: [SavingsView['coalitions'][number]['parts'], string, boolean][] = [
  [[], '120.00', false],
  [['solar'], '80.00', false],
  [['battery'], '120.00', false],
  [['solar', 'battery'], '67.00', true],
  [['control'], '120.00', false],
  [['solar', 'control'], '80.00', false],
  [['battery', 'control'], '120.00', false],
  [['solar', 'battery', 'control'], '70.00', false],
]
const coalitions = sets.map(([parts, cost, isSimulated]) => ({ parts, cost, isSimulated }))
const month: SavingsMonthView = {
  ...{ month: '2026-05', from: since, to: since + 31 * 86_400_000, isPart: false, isWorkedOut: true },
  ...{ currency: 'EUR', ...amounts, coalitions },
  figures: { capacityKwh: 9.2, chargeKw: 5, dischargeKw: 4.9, roundTrip: 0.91, isRoundTripAssumed: false },
  ...{ quarterHours: 2976, compared: 2880, estimated: 4, isProvisional: false },
  leftOut: { grid: 0, solar: 96, battery: 0, contradictory: 0 },
}
const savings = (change: Partial<SavingsView> = {}): SavingsView => ({
  ...{ from: since, to: month.to, interval: 2_592_000, time_zone: 'Europe/Ljubljana', ts: [since] },
  ...{ currency: 'EUR', totals: amounts, coalitions, months: [month], estimated: [0], incomplete: [0] },
  ...{ baseline: ['120.00'], actual: ['70.00'], solar: ['41.50'], battery: ['9.50'], control: ['-1.00'] },
  ...{ has: { solar: true, battery: true }, since, missing: [] },
  ...change,
})
const panels: InvestmentView = {
  ...{ id: 3, version: 1, kind: 'solar', name: 'Roof', price: '9800.00', subsidy: '1500.00' },
  ...{ currency: 'EUR', boughtOn: '2024-05-14', lifeYears: null },
}
const payback: PaybackView = {
  ...{ kind: 'solar', currency: 'EUR', price: '8300.00', boughtOn: '2024-05-14', savedSince: '2026-04-28' },
  ...{ saved: '830.00', share: 0.1, monthsKnown: 14, monthsUnknown: 1, monthsDue: 0, isProvisional: false },
  ...{ pace: '700.00', verdict: 'never', early: null, late: null },
  ...{ lifeEnds: '2030-05-14', isLifeAssumed: false },
}

const where = {
  at: '/locations/7/money/savings',
  pattern: '/locations/$locationId/money/savings',
  person: createPerson(),
}
const show = (change: Partial<SavingsView> = {}, bought: object = {}) => {
  fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/data/energy/savings': () => savings(change),
    'GET /locations/:locationId/investments': () => ({ investments: [], paybacks: [], ...bought }),
  })
  return renderPage(<SavingsPage />, where)
}
const page = () => document.body.textContent.replaceAll('\u00a0', ' ')

test('says what was saved, its parts, the baseline, and how control compares with the simple rule', async () => {
  await show()
  expect(await screen.findByRole('heading', { level: 1, name: /^Saved in \d{4}: €50\.00$/ })).toBeTruthy()
  expect(page()).toContain('would have cost €120.00. The bill is €70.00.')
  expect(page()).toContain('the bill is €3.00 higher than by the simple rule')
  expect(page()).toContain('96 of 2,976 quarter-hours are left out of all figures')
  expect(page()).toContain('panels 96')
  expect(page()).toContain('4 quarter-hours are estimated.')
  expect(page()).toContain('Readings began on')
  const proof = within(screen.getByRole('region', { name: 'The figures behind it' }))
  expect(proof.getAllByRole('row')).toHaveLength(9)
  expect(proof.getAllByRole('row', { name: /simulated/ })).toHaveLength(1)
})

test('says that more was paid where nothing was saved', async () => {
  await show({ totals: { ...amounts, saved: '-4.00' } })
  expect(await screen.findByRole('heading', { name: /it all cost €4\.00 more$/ })).toBeTruthy()
})

test('shows no figure where something is unknown, and why', async () => {
  const none = { baseline: null, actual: null, saved: null, solar: null, battery: null, control: null }
  await show({
    totals: none,
    months: [{ ...month, ...none }],
    coalitions: coalitions.map((one) => ({ ...one, cost: null })),
    missing: [{ kind: 'noPriceList' }],
  })
  expect(await screen.findByRole('heading', { name: /^What was saved in \d{4} is not known$/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'The figures behind it' })).toBeNull()
  expect(page()).not.toContain('€0.00')
})

test('leads a home without panels and battery to what they would bring', async () => {
  await show({ has: { solar: false, battery: false }, since: null, months: [] })
  expect(await screen.findByRole('link', { name: 'What panels would bring' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'What a battery would bring' })).toBeTruthy()
})

test('says plainly what is not paid back, and what is not known of it', async () => {
  await show({}, { investments: [panels], paybacks: [payback] })
  expect(await screen.findByText(/^At this pace it is not paid back within its life/)).toBeTruthy()
  expect(page()).toContain('€830.00 of €8,300.00 saved')
  expect(page()).toContain('Months without a known saving, which are not counted: 1.')
  expect(page()).toContain('what it saved until readings began on')
  expect(screen.getByRole('button', { name: 'Change “Roof”' })).toBeTruthy()
})

test('what a payback rests on stands with it, and what is not known yet has no bar', async () => {
  const sure = { ...payback, verdict: 'sure' as const, early: '2029-01-01', late: '2030-01-01' }
  const unknown = { ...payback, kind: 'battery' as const, saved: null, share: null, savedSince: null }
  const early = { ...unknown, verdict: 'tooEarly' as const, pace: null }
  await show({}, { investments: [panels], paybacks: [sure, early] })
  expect(await screen.findByText(/^Expected to be paid back between/)).toBeTruthy()
  expect(page().match(/At the savings of the last twelve months \(€700\.00 a year\)/g)).toHaveLength(1)
  expect(screen.getAllByRole('meter')).toHaveLength(1)
  expect(page()).toContain('can be estimated once the last twelve months are known')
})

test('what was bought is entered with its price as it was typed', async () => {
  const sent: unknown[] = []
  await show()
  fakeApi({
    'POST /locations/:locationId/investments': ({ body }) => {
      sent.push(body)
      return { investment: { ...panels, id: 9 } }
    },
    'GET /locations/:locationId/investments': () => ({ investments: [panels], paybacks: [payback] }),
    'GET /locations/:locationId/data/energy/savings': () => savings(),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add a purchase' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Roof' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Price with VAT is required.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^Price with VAT/), { target: { value: '9800.50' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^At this pace it is not paid back/)).toBeTruthy()
  expect(sent).toMatchObject([{ kind: 'solar', price: '9800.50', subsidy: '0', lifeYears: null }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failure is told, with a way to try again', async () => {
  fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/data/energy/savings': () => {
      throw new Refusal('unexpected')
    },
  })
  await renderPage(<SavingsPage />, where)
  expect(await screen.findByRole('heading', { name: 'Savings could not be loaded.' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
