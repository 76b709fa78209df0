import { describe, expect, test } from 'vitest'
import { adviseOffer } from './advise-offer.ts'
import type { ComparedOffer } from './offer-comparison.ts'

const quality = { intervals: 1, measured: 1, estimated: 0, missing: 0, isProvisional: false }
const offer = (key: string, payable: string, yearlyDifference: string, [middle, high]: [string, string]) =>
  ({
    ...{
      key,
      isDynamic: false,
      isTakeable: true,
      rank: 1,
      payable,
      difference: null,
      parts: null,
      months: [],
    },
    ...{ quality, missing: [], yearly: '0', yearlyDifference, worstYear: null, marketYears: [] },
    sureness: {
      cheapestShare: 0,
      difference: { low: '-900', middle, high, savingShare: 0.5 },
      regret: { mean: '0', high: '0' },
    },
  }) satisfies ComparedOffer
const today = offer('today', '100.00', '0.00', ['0.00', '0.00'])
const advise = (other: ComparedOffer, hasEnoughMonths = true, hasMarketYears = false) =>
  adviseOffer({ offers: [other, today], hasEnoughMonths, hasMarketYears }, 'today')

describe('a switch is advised only if every assessment is better than staying', () => {
  test.each([
    ['all of them', '90.00', '-40.00', '-30.00', 'switch'],
    ['but the bills of the period', '101.00', '-40.00', '-30.00', 'stay'],
    ['but as much in the period', '100.00', '-40.00', '-30.00', 'stay'],
    ['but the year', '90.00', '3.00', '-30.00', 'stay'],
    ['but less than it is worth', '90.00', '-4.99', '-30.00', 'stay'],
    ['but the drawn years', '90.00', '-40.00', '1.00', 'stay'],
  ])('%s', (_, payable, yearly, middle, kind) => {
    expect(advise(offer('other', payable, yearly, [middle, '5.00'])).kind).toBe(kind)
  })
})

describe('it is sure', () => {
  const sure = offer('other', '90.00', '-40.00', ['-30.00', '-1.00'])

  test('if it saves in nine drawn years of ten', () => {
    expect(advise(sure)).toEqual({ kind: 'switch', key: 'other', isSure: true, sureKey: 'other' })
    const maybe = offer('other', '90.00', '-40.00', ['-30.00', '1.00'])
    expect(advise(maybe)).toEqual({ kind: 'switch', key: 'other', isSure: false, sureKey: null })
  })

  test('never after a few months', () => {
    expect(advise(sure, false)).toMatchObject({ isSure: false, sureKey: null })
  })

  test('never of a dynamic offer against a fixed one in the prices of a single year', () => {
    const dynamic = { ...sure, isDynamic: true }
    expect(advise(dynamic)).toEqual({ kind: 'switch', key: 'other', isSure: false, sureKey: null })
    expect(advise(dynamic, true, true)).toMatchObject({ isSure: true, sureKey: 'other' })
  })

  test('of another, if not of the cheapest', () => {
    const maybe = offer('maybe', '80.00', '-50.00', ['-30.00', '1.00'])
    const advice = adviseOffer(
      { offers: [maybe, sure, today], hasEnoughMonths: true, hasMarketYears: true },
      'today',
    )
    expect(advice).toEqual({ kind: 'switch', key: 'maybe', isSure: false, sureKey: 'other' })
  })
})

test('nothing is advised against what has no known cost', () => {
  const unknown = { ...today, rank: null, payable: null }
  const offers = [offer('other', '90.00', '-40.00', ['-30.00', '-1.00']), unknown]
  expect(adviseOffer({ offers, hasEnoughMonths: true, hasMarketYears: true }, 'today')).toEqual({
    kind: 'none',
  })
})
