import { expect, test } from 'vitest'
import { findUnknownDevices } from './find-unknown-devices.ts'

const grid = { key: 'grid' }

test('names each unknown device in live values, once and in order', () => {
  const values = { 'pv/power': 1, 'grid/power': 2, 'pv/energy_production': 3, 'bat/soc': 4 }
  expect(findUnknownDevices([grid], values)).toEqual(['bat', 'pv'])
})

test('names nothing while only known devices send', () => {
  expect(findUnknownDevices([grid, { key: 'pv' }], { 'grid/power': 2 })).toEqual([])
  expect(findUnknownDevices([], {})).toEqual([])
})
