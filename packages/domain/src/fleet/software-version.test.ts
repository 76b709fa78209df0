import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, findNewestVersions, type SoftwareUse } from './software-version.ts'

describe('software versions', () => {
  it('are compared by their numbers, and a finished one is newer than its candidates', () => {
    const inOrder = ['1', '1.0.1', '1.9.3', '1.10', '2.0.0-alpha', '2.0.0-rc1', '2.0.0', 'v2.0.1', '10.0']
    for (const [index, version] of inOrder.entries())
      for (const [other, second] of inOrder.entries())
        expect(Math.sign(compareVersions(version, second)), `${version} ${second}`).toBe(
          Math.sign(index - other),
        )
  })

  it('are equal whatever the zeros at their end and the v before them', () => {
    expect(compareVersions('1.2', '1.2.0')).toBe(0)
    expect(compareVersions('v1.2', '1.2')).toBe(0)
  })

  it('have an order for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0)
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('are the newest for each kind by itself', () => {
    const uses: SoftwareUse[] = [
      { kind: 'CONTROLLER', version: '1.9', count: 40 },
      { kind: 'CONTROLLER', version: '1.10', count: 2 },
      { kind: 'P1_WIFI', version: '0.3', count: 1 },
    ]
    expect([...findNewestVersions(uses)]).toEqual([
      ['CONTROLLER', '1.10'],
      ['P1_WIFI', '0.3'],
    ])
    expect(findNewestVersions([]).size).toBe(0)
  })
})
