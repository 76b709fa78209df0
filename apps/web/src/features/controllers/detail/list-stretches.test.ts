import { expect, test } from 'vitest'
import { listStretches, measureUptime } from './list-stretches.ts'

test('changes cut the range into stretches; one that changes at its very start has no empty one', () => {
  const changes = [
    { at: 0, online: true },
    { at: 60, online: false },
    { at: 80, online: true },
  ]
  const stretches = listStretches({ from: 0, to: 100, was_online: null, changes })
  expect(stretches).toEqual([
    { from: 0, to: 60, state: 'online' },
    { from: 60, to: 80, state: 'offline' },
    { from: 80, to: 100, state: 'online' },
  ])
  expect(measureUptime(stretches)).toBe(0.8)
})

test('unknown time counts neither way', () => {
  const stretches = listStretches({ from: 0, to: 100, was_online: null, changes: [{ at: 50, online: true }] })
  expect(measureUptime(stretches)).toBe(1)
  expect(measureUptime(listStretches({ from: 0, to: 100, was_online: null, changes: [] }))).toBeNull()
})
