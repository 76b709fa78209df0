import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CheapestOfferPage } from './cheapest-offer-page.tsx'
import type { ComparedOffer, OfferCandidate, OfferComparison } from './offer-comparison-query.ts'

const quality = { intervals: 35_040, measured: 35_040, estimated: 0, missing: 0, isProvisional: false }
const offerOf = (key: string, yearly: string | null, part: Partial<ComparedOffer> = {}): ComparedOffer => ({
  ...{ key, isDynamic: false, isTakeable: true, rank: 1, payable: yearly, difference: null, yearly },
  ...{ yearlyDifference: null, sureness: null, worstYear: null, marketYears: [], missing: [], quality },
  parts:
    yearly === null
      ? null
      : {
          energy: '400.00',
          network: '200.00',
          fees: '12.00',
          levies: '50.00',
          vat: '100.00',
          feedIn: '0.00',
        },
  months: [{ month: '2026-10', payable: yearly }],
  ...part,
})
const candidateOf = (key: string, part: Partial<OfferCandidate> = {}): OfferCandidate => ({
  ...{ key, kind: 'offer', id: Number(key.slice(6)), supplier: 'Sonce', name: key, listType: 'fixed' },
  ...{
    madeFromOfferId: null,
    validFrom: '2026-01-01',
    validTo: null,
    source: 'sonce.si',
    checkedOn: '2026-07-22',
  },
  ...{ boundMonths: null, remarks: [], selfSupply: 'none', needsQuarterHours: false, note: null },
  ...{ monthlyFees: [], unsuitable: [], open: [] },
  ...part,
})
const sureness = {
  cheapestShare: 0.94,
  difference: { low: '-120.00', middle: '-84.00', high: '-40.00', savingShare: 0.98 },
  regret: { mean: '1.20', high: '6.00' },
}
const cheap = offerOf('offer-1', '700.00', { yearlyDifference: '-84.00', difference: '-84.00', sureness })
const today = offerOf('offer-2', '784.00', { rank: 2, yearlyDifference: '0.00', difference: '0.00' })

function answerOf(part: Partial<OfferComparison['comparison']>, rest: Partial<OfferComparison> = {}) {
  const answer: OfferComparison = {
    comparison: {
      ...{ currency: 'EUR', from: '2025-11-01', to: '2026-10-31', unreadMonths: [], monthsKnown: 12 },
      ...{
        hasEnoughMonths: true,
        isYearExact: true,
        draws: 200,
        marketYears: [],
        offers: [cheap, today],
        asRead: null,
      },
      advice: { kind: 'switch', key: 'offer-1', isSure: true, sureKey: 'offer-1' },
      ...part,
    },
    candidates: [candidateOf('offer-1', { boundMonths: 12 }), candidateOf('offer-2'), candidateOf('offer-3')],
    todayKey: 'offer-2',
    point: {
      ...{ hasProduction: false, isProductionAssumed: false, netMetering: false, tariffsCount: 2 },
      isTariffsCountAssumed: false,
    },
    hasOwnBattery: false,
    readings: { official: 35_040, controller: 0, none: 0 },
    ...{ caveats: [], battery: null },
    ...rest,
  }
  return answer
}

async function render(answer: OfferComparison) {
  const api = fakeApi({ 'GET /locations/:locationId/offer-comparison': () => answer })
  const shown = await renderPage(<CheapestOfferPage />, {
    at: '/locations/7/money/offers',
    pattern: '/locations/$locationId/money/offers',
    person: createPerson({ role: 'ROLE_USER_BASIC', locations: [{ id: 7, name: 'Home' }] }),
  })
  return { api, ...shown }
}
const headline = () => screen.findByRole('heading', { level: 1 })

test('the answer comes first: which, by how much a year, how sure, and what it takes', async () => {
  await render(answerOf({}))
  expect((await headline()).textContent).toBe('Sonce offer-1 saves you €84.00 a year')
  expect(screen.getByText(/in 98% of the simulated years/)).toBeDefined()
  const rows = screen.getAllByRole('row').filter((row) => within(row).queryByRole('radio'))
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('advised'),
    expect.stringContaining('Today'),
  ])
  expect(screen.getByText('−€120.00', { exact: false })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'What a switch takes' })).toBeDefined()
  expect(screen.getAllByText(/Minimum term 12 months/).length).toBeGreaterThan(0)
})

test('prices that end soon are named with the answer', async () => {
  const ending = candidateOf('offer-1', { validTo: '2026-12-31' })
  await render(answerOf({}, { candidates: [ending, candidateOf('offer-2'), candidateOf('offer-3')] }))
  const answer = (await headline()).parentElement!
  expect(within(answer).getByRole('listitem').textContent).toMatch(/^Valid from .*2026.* to .*2026/)
})

test('a switch that may cost more is never called sure', async () => {
  const difference = { low: '-200.00', middle: '-84.00', high: '35.00', savingShare: 0.7 }
  const risky = { ...cheap, sureness: { ...sureness, difference } }
  await render(
    answerOf({
      offers: [risky, today],
      advice: { kind: 'switch', key: 'offer-1', isSure: false, sureKey: null },
    }),
  )
  expect((await headline()).textContent).toContain('not sure')
  expect(screen.getByText(/In one year of ten it costs at least €35.00 more/)).toBeDefined()
})

test('a few months make nothing sure', async () => {
  await render(
    answerOf({
      ...{ monthsKnown: 2, hasEnoughMonths: false, isYearExact: false },
      advice: { kind: 'switch', key: 'offer-1', isSure: false, sureKey: null },
    }),
  )
  await headline()
  expect(screen.getByText(/Readings of 2 calendar months say too little/)).toBeDefined()
  expect(screen.queryByText('Difference in a year')).toBeNull()
})

test('a few months say of no offer in how many years it is the cheapest', async () => {
  const few = { monthsKnown: 2, hasEnoughMonths: false, isYearExact: false }
  await render(answerOf({ ...few, advice: { kind: 'cheapest', key: 'offer-1' } }, { todayKey: null }))
  const answer = (await headline()).parentElement!
  expect(answer.textContent).toContain('Readings of 2 calendar months say too little')
  expect(answer.textContent).not.toContain('of the simulated years')
})

test('what is not known of the advised offer stands with the answer', async () => {
  const open = candidateOf('offer-1', { open: ['sharingAllowed', 'netMetering'] })
  await render(answerOf({}, { candidates: [open, candidateOf('offer-2'), candidateOf('offer-3')] }))
  const answer = (await headline()).parentElement!
  expect(
    within(answer)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Whether it can be had while sharing surplus is not published',
    'Depends on whether you have yearly net metering, which is not known here',
  ])
})

test('staying is an answer', async () => {
  await render(answerOf({ advice: { kind: 'stay' } }))
  expect((await headline()).textContent).toBe('Stay: no offer is worth a switch')
})

test('with yearly netting it says that the ranking does not hold', async () => {
  await render(answerOf({ advice: { kind: 'none' } }, { caveats: ['netMetering'] }))
  expect((await headline()).textContent).toContain('does not hold')
})

test('without knowing what is paid today it names the cheapest, and asks', async () => {
  const { api, user } = await render(
    answerOf({ advice: { kind: 'cheapest', key: 'offer-1' } }, { todayKey: null }),
  )
  expect((await headline()).textContent).toContain('is the cheapest for you: €700.00 a year')
  const [choice] = screen.getAllByLabelText('What you pay today')
  await user.selectOptions(choice!, 'offer-2')
  await expect.poll(() => api.sent.some(({ query }) => query.today === 'offer-2')).toBe(true)
})

test('what cannot be ranked is named with its reason', async () => {
  const unknown = offerOf('offer-3', null, {
    ...{ rank: null, isDynamic: true, missing: [{ kind: 'noSpotPrice', region: 'SI' }] },
  })
  await render(answerOf({ offers: [cheap, today, unknown] }))
  await headline()
  expect(screen.getByText('1 offer is not ranked')).toBeDefined()
  const row = screen.getByText('Sonce offer-3', { selector: 'strong' }).closest('li')!
  expect(row.textContent).toContain('market price')
})
