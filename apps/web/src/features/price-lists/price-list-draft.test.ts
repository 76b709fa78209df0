import { expect, test } from 'vitest'
import { emptyPrice, fitTariffs } from '../../shared/pricing/fields/empty-price.ts'
import { checkDraft, emptyDraft, moveToCountry, stepOf } from './price-list-draft.ts'

const today = '2026-06-10'
const none = () => null

test('a new list lacks its name and its price, each on its step', () => {
  const problems = Object.keys(checkDraft(emptyDraft('SI', today), none))
  expect(problems.sort()).toEqual(['name', 'terms.buy.t0'])
  expect(problems.map(stepOf).sort()).toEqual(['basic', 'tariffs'])
})

test('a new list is in the currency of its country', () => {
  expect(['SI', 'HR', 'CZ', 'HU'].map((country) => emptyDraft(country, today).terms.currency)).toEqual([
    ...['EUR', 'EUR', 'CZK', 'HUF'],
  ])
})

test('another country brings its currency and its market, and leaves the published rates of Slovenia behind', () => {
  const draft = emptyDraft('SI', today)
  const spot = { ...draft, terms: { ...draft.terms, buy: emptyPrice('spot_market', false, 'SI') } }
  const czech = moveToCountry(spot, 'CZ')
  expect(czech).toMatchObject({
    countryCode: 'CZ',
    terms: {
      ...{ currency: 'CZK', buy: { region: 'CZ' }, network: { kind: 'none' } },
      taxes: { published: false },
    },
  })
  expect(moveToCountry(czech, 'SI')).toEqual(spot)
})

test('what was entered stays in another country', () => {
  const draft = emptyDraft('SI', today)
  const network = { kind: 'entered', energy: null, power: null, monthlyFee: '3' } as const
  const buy = emptyPrice('spot_market', false, 'AT')
  const terms = { ...draft.terms, currency: 'USD', buy, network } as const
  expect(moveToCountry({ ...draft, terms }, 'CZ').terms).toMatchObject({ currency: 'USD', buy, network })
  const taxless = { ...draft, terms: { ...draft.terms, taxes: { published: false, rows: [] } } }
  expect(moveToCountry(taxless, 'HR').terms.taxes.published).toBe(false)
})

test('a change of the number of tariffs keeps the price that was entered', () => {
  const one = { kind: 'fixed', t0: '0.12', t1: null, t2: null } as const
  const two = fitTariffs(one, true)
  expect(two).toEqual({ kind: 'fixed', t0: null, t1: '0.12', t2: '' })
  expect(fitTariffs(two, false)).toEqual(one)
})

test('days in the wrong order are refused', () => {
  const draft = { ...emptyDraft('SI', today), validTo: '2026-05-31' }
  expect(checkDraft(draft, none).validTo?.rule).toBe('range_reversed')
})

test.each(['fixed', 'spot_market', 'time_of_use'] as const)('an empty price is of its kind: %s', (kind) => {
  expect(emptyPrice(kind, true, 'SI').kind).toBe(kind)
})

test('published rates are chosen for the country that publishes them only', () => {
  const draft = { ...emptyDraft('SI', '2026-06-10'), name: 'L', countryCode: 'HR' }
  const wrong = Object.keys(checkDraft(draft, () => [])).filter((path) => /network|taxes/.test(path))
  expect(wrong).toEqual(['terms.network.kind', 'terms.taxes.published'])
  expect(wrong.map(stepOf)).toEqual(['tariffs', 'tariffs'])
  const moved = { ...draft, terms: moveToCountry({ ...draft, countryCode: 'SI' }, 'HR').terms }
  expect(Object.keys(checkDraft(moved, () => [])).filter((path) => /network|taxes/.test(path))).toEqual([])
})
