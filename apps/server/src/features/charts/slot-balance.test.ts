import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { expect, test } from 'vitest'
import type { BalanceSeries } from '../telemetry/balance-roles.ts'
import { createSlotBalance, findPeak, sumSlots } from './slot-balance.ts'

const hour = { from: 0, to: hourMs }

/** A place with these parts, each with the same mWh in every slot of the first hour, or with those given. */
function balanceOf(parts: [BalanceSeries['role'], number | (number | null)[]][]) {
  const balance = createSlotBalance(parts.map(([role], id) => ({ id, role, metric: role })))
  parts.forEach(([, mWh], seriesId) => {
    const slots = Array.isArray(mWh) ? mWh : Array<number>(12).fill(mWh)
    balance.addHour({ seriesId, hour: 0, slots })
  })
  return balance
}

test('what is used is what comes in and from own sources, less what goes out and into the battery', () => {
  const whole = balanceOf([
    ['grid_import', 500],
    ['grid_export', 200],
    ['production', 1000],
    ['battery_charge', 300],
    ['battery_discharge', 40],
  ])
  expect(whole.consumptionAt(0)).toBe(500 - 200 + 1000 + 40 - 300)
  expect(sumSlots(whole, hour)).toBe((12 * 1040) / 1000)
})

test('two meters of the same kind add up', () => {
  expect(
    balanceOf([
      ['grid_import', 500],
      ['grid_import', 100],
    ]).consumptionAt(0),
  ).toBe(600)
})

test.each<[string, BalanceSeries['role']]>([
  ['sun', 'production'],
  ['battery', 'battery_discharge'],
  ['grid meter', 'grid_import'],
])('nothing is known of a moment in which the %s is silent', (_, role) => {
  const parts = (['grid_import', 'production', 'battery_discharge'] as const).map(
    (one): [BalanceSeries['role'], number | null[]] => [one, one === role ? [null] : 100],
  )
  const silent = balanceOf(parts)
  expect(silent.consumptionAt(0)).toBeNull()
  expect(sumSlots(silent, hour)).toBeNull()
})

test('without a grid meter what is used is the sum of the loads, where all of them are known', () => {
  const loads = balanceOf([
    ['ev', 300],
    ['hvac', [200, null]],
    ['production', 900],
  ])
  expect(loads.consumptionAt(0)).toBe(500)
  expect(loads.consumptionAt(slotMs)).toBeNull()
  expect(balanceOf([['production', 900]]).consumptionAt(0)).toBeNull()
})

test('the peak is the highest whole quarter of an hour; one with a gap has none', () => {
  const meter = balanceOf([['grid_import', [1, 1, 1, 9000, 9000, null, 100, 200, 300, 500, 50, 50]]])
  expect(findPeak(meter, hour)).toEqual({ at: 6 * slotMs, power: (600 * 4) / 1000 })
  // The last quarter has not passed yet.
  expect(findPeak(meter, { from: 6 * slotMs, to: 8 * slotMs })).toBeNull()
})
