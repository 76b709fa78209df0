import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { choosePowers } from './choose-powers.ts'

const point = household([7, 7, 7, 7, 7])
const day = 96
const asked = { kind: 'choose', adviceFrom: '2026-12-01', levies: false, vat: false } as const

test('counts as missing only what lies between the first and the last reading', () => {
  const series = seriesOf('2025-01-01', '2025-04-01', (_, at) => {
    const isBefore = at < 40 * day
    const isNotYetRead = at >= 87 * day + 50
    const isGap = at >= 60 * day && at < 60 * day + 7
    return isBefore || isNotYetRead || isGap ? null : 2
  })
  expect(choosePowers({ ...asked, series, point }).readings.missing).toBe(7)
})

test('finds nothing missing where there is no reading at all', () => {
  const series = seriesOf('2025-01-01', '2025-02-01', () => null)
  const { readings, error } = choosePowers({ ...asked, series, point })
  expect(readings).toEqual({ missing: 0, estimated: 0 })
  expect(error).toBe('noReadings')
})

test('has a reason instead of a choice if the minimum exceeds the connection power', () => {
  const series = seriesOf('2025-01-01', '2025-02-01', () => 2)
  const [entry] = point.agreedPowers!
  const wrong = { ...point, agreedPowers: [{ ...entry!, minimumPowerKw: 17.1 }] }
  expect(choosePowers({ ...asked, series, point })).toMatchObject({ error: 'notEnoughData' })
  expect(choosePowers({ ...asked, series, point: wrong })).toMatchObject({
    error: 'limitsConflict',
    connectionPowerKw: 17,
    answer: null,
    comparison: null,
  })
})
