import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { findChanges, judgeAgreedPower } from './judge-agreed-power.ts'

/** Twelve months of at most 4 kW, with powers set by operator or user. */
function judge(
  blocksKw: BlockPowers,
  setBy: 'operator' | 'user',
  changes: Partial<MeteringPoint> = {},
  from = '2025-11-01',
) {
  const series = seriesOf(from, '2026-11-01', (_, place) => 1 + (place % 301) / 100)
  const agreedPowers: MeteringPoint['agreedPowers'] = [
    {
      fromDay: '2024-01-01',
      toDay: '2027-12-31',
      blocksKw,
      minimumPowerKw: 3.4,
      connectionPowerKw: 17,
      setBy,
      isValid: true,
      enteredOn: null,
    },
  ]
  const point = household(blocksKw, { agreedPowers, ...changes })
  return judgeAgreedPower(calculatePeriod({ readings: series, point, energyPrices: null }, []))
}

test('powers far above the load: what they cost too much a year, and which to set', () => {
  const verdict = judge([10, 10, 10, 10, 10], 'user')
  expect(verdict).toMatchObject({ kind: 'change', months: 12 })
  if (verdict.kind !== 'change') return
  expect(verdict.perYearEur).toBeGreaterThan(100)
  // Lines are rounded to cents, the comparison is not.
  expect(Math.abs(verdict.perYearEur! - verdict.savingEur)).toBeLessThan(0.5)
  expect(verdict.changes.map(({ block, fromKw }) => `${block} ${fromKw}`)).toEqual([
    '1 10',
    '2 10',
    '3 10',
    '4 10',
    '5 10',
  ])
})

test('less than twelve months are never told as a year', () => {
  expect(judge([10, 10, 10, 10, 10], 'user', {}, '2026-03-01')).toMatchObject({
    kind: 'change',
    perYearEur: null,
  })
})

test('thirteen months count the last twelve as the year', () => {
  const verdict = judge([10, 10, 10, 10, 10], 'user', {}, '2025-10-15')
  if (verdict.kind !== 'change') throw new Error(verdict.kind)
  expect(verdict.months).toBe(13)
  expect(verdict.perYearEur!).toBeLessThan(verdict.savingEur - 1)
})

test('the optimum in use is right', () => {
  const first = judge([10, 10, 10, 10, 10], 'user')
  if (first.kind !== 'change') throw new Error(first.kind)
  expect(judge(first.toKw, 'user')).toMatchObject({ kind: 'right' })
})

test('the operator’s low powers, whose excess is only told, are to be kept', () => {
  expect(judge([3.4, 3.4, 3.4, 3.4, 3.4], 'operator')).toMatchObject({ kind: 'keepOperator' })
})

test('nothing is saved against powers that nobody knows', () => {
  expect(judge([5, 5, 5, 5, 5], 'user', { agreedPowers: null, connectionPowerKw: 17 }).kind).toBe(
    'inUseUnknown',
  )
})

test('without limits there is no optimum', () => {
  const unknown = { agreedPowers: [], connectionPowerKw: null, fuseAmpere: null }
  expect(judge([5, 5, 5, 5, 5], 'user', unknown)).toEqual({ kind: 'unavailable', reason: 'limitsUnknown' })
})

test('a minimum above the connection power is told with both', () => {
  const [entry] = household([5, 5, 5, 5, 5]).agreedPowers!
  const wrong = { agreedPowers: [{ ...entry!, minimumPowerKw: 3.4, connectionPowerKw: 2 }] }
  expect(judge([5, 5, 5, 5, 5], 'user', wrong)).toEqual({
    kind: 'limitsConflict',
    minimumKw: 3.4,
    connectionKw: 2,
  })
})

test('blocks that stay are no change', () => {
  expect(findChanges([4, 5, 5, 5, 5], [4, 4.6, 5, 5, 5])).toEqual([{ block: 2, fromKw: 5, toKw: 4.6 }])
  expect(findChanges(null, [4, 4, 4, 4, 4])).toEqual([])
})
