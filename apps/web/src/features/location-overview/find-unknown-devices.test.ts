import { expect, test } from 'vitest'
import { findUnknownDevices } from './find-unknown-devices.ts'

const grid = { key: 'grid' }

test('names each device that is heard of and not known, once and in order', () => {
  const values = { 'pv/power': 1, 'grid/power': 2, 'pv/energy_production': 3, 'bat/soc': 4 }
  expect(findUnknownDevices([grid], values)).toEqual(['bat', 'pv'])
})

test('names nothing while only known devices speak', () => {
  expect(findUnknownDevices([grid, { key: 'pv' }], { 'grid/power': 2 })).toEqual([])
  expect(findUnknownDevices([], {})).toEqual([])
})
