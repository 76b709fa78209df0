import { describe, expect, it } from 'vitest'
import { chooseDeviceKey } from './device-key.ts'

describe('chooseDeviceKey', () => {
  it.each([
    [[], 'grid'],
    [['pv'], 'grid'],
    [['grid'], 'grid-2'],
    [['grid', 'grid-2'], 'grid-3'],
    [['grid', 'grid-3'], 'grid-2'],
  ])('next to %j it is named %s', (taken, key) => {
    expect(chooseDeviceKey('grid', new Set(taken))).toBe(key)
  })

  it('stays within 64 characters', () => {
    const long = 'x'.repeat(64)
    expect(chooseDeviceKey(long, new Set([long]))).toBe(`${'x'.repeat(62)}-2`)
  })
})
