import { describe, expect, test } from 'vitest'
import { NetworkFeeError } from '../network-fee-error.ts'
import { findFuse } from '../rates/fuse-table.ts'
import {
  type AgreedPowerEntry,
  type BlockPowers,
  findAgreedPower,
  findPowerProblems,
  latestEntry,
} from './agreed-power.ts'
import { findMinimumPower } from './minimum-power.ts'

const entry = (changes: Partial<AgreedPowerEntry>): AgreedPowerEntry => ({
  fromDay: '2025-01-01',
  toDay: '2025-12-31',
  blocksKw: [4.6, 5, 5, 5, 5],
  minimumPowerKw: 4.6,
  connectionPowerKw: 17,
  setBy: 'operator',
  isValid: true,
  enteredOn: '2024-06-22',
  ...changes,
})

describe('the register of agreed powers', () => {
  test('both days of an entry count', () => {
    const entries = [entry({})]
    expect(findAgreedPower(entries, '2025-01-01')).toBe(entries[0])
    expect(findAgreedPower(entries, '2025-12-31')).toBe(entries[0])
    expect(findAgreedPower(entries, '2026-01-01')).toBe(null)
  })

  test('of overlapping entries the last entered applies, unless it is not valid', () => {
    const old = entry({})
    const changed = entry({ fromDay: '2025-06-01', enteredOn: '2025-05-20', setBy: 'user' })
    const replaced = entry({ fromDay: '2025-06-01', enteredOn: '2025-05-25', isValid: false })
    expect(findAgreedPower([changed, old, replaced], '2025-05-31')).toBe(old)
    expect(findAgreedPower([changed, old, replaced], '2025-06-01')).toBe(changed)
  })

  test('zeros entered on the same day do not remove powers, in any order; later ones do', () => {
    const powers = entry({ enteredOn: null })
    const none = entry({ fromDay: '2025-06-01', enteredOn: null, blocksKw: [0, 0, 0, 0, 0] })
    expect(findAgreedPower([powers, none], '2025-07-01')).toBe(powers)
    expect(findAgreedPower([none, powers], '2025-07-01')).toBe(powers)
    const reset = { ...none, enteredOn: '2025-05-20' }
    expect(findAgreedPower([reset, powers], '2025-07-01')).toBe(reset)
    const next = entry({ fromDay: '2025-06-01', enteredOn: null })
    expect(findAgreedPower([next, powers], '2025-07-01')).toBe(next)
  })

  test('a recommendation starts from the entry that ends last', () => {
    const next = entry({ fromDay: '2026-01-01', toDay: '2026-12-31', minimumPowerKw: 3.4 })
    expect(latestEntry([next, entry({})])).toBe(next)
    expect(latestEntry([])).toBe(null)
  })
})

describe('powers that the operator would refuse', () => {
  const limits = { minimumPowerKw: 4.6, connectionPowerKw: 17 }

  test.each<[string, BlockPowers, object[]]>([
    ['legal powers', [4.6, 4.6, 5, 17, 17], []],
    ['falling powers', [5, 4.8, 5, 5, 5], [{ block: 2, kind: 'belowBlockBefore', limitKw: 5 }]],
    ['hundredths', [4.65, 5, 5, 5, 5], [{ block: 1, kind: 'notInSteps' }]],
    ['too little', [4.5, 5, 5, 5, 5], [{ block: 1, kind: 'belowMinimum', limitKw: 4.6 }]],
    ['too much', [5, 5, 5, 5, 17.1], [{ block: 5, kind: 'aboveConnection', limitKw: 17 }]],
  ])('%s', (_, powers, problems) => {
    expect(findPowerProblems(powers, limits)).toMatchObject(problems)
    expect(findPowerProblems(powers, limits).length).toBe(problems.length)
  })

  test('unknown limits are not checked', () => {
    expect(findPowerProblems([0, 0, 0, 0, 99], { minimumPowerKw: null, connectionPowerKw: null })).toEqual([])
  })

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('%d is no power', (kw) => {
    expect(() => findPowerProblems([kw, 5, 5, 5, 5], limits)).toThrow(NetworkFeeError)
  })
})

describe('the minimum for block 1', () => {
  // Act art. 12(4); the last column of the fuse table of 2024 and 2025.
  test.each([
    [1, 16, 2.0],
    [1, 20, 2.0],
    [1, 25, 2.0],
    [1, 32, 2.2],
    [1, 35, 2.5],
    [3, 16, 3.5],
    [3, 20, 3.8],
    [3, 25, 4.6],
    [3, 32, 7.5],
    [3, 35, 8.2],
    [3, 40, 9.5],
    [3, 50, 11.9],
    [3, 63, 14.6],
  ] as const)('of a %i × %i A connection in 2024 and 2025 is %f kW', (phases, ampere, kw) => {
    const connectionPowerKw = findFuse(phases, ampere)!.connectionKw
    expect(findMinimumPower({ connectionPowerKw, phases }, '2024-10-01')?.kw).toBe(kw)
    expect(findMinimumPower({ connectionPowerKw, phases }, '2025-12-31')?.kw).toBe(kw)
  })

  test.each([
    [400, 100],
    [43.1, 10.8],
    [43, 14.6],
    [17.1, 5.8],
    [17, 4.6],
  ])('of a three-phase connection of %f kW in 2025 is %f kW', (connectionPowerKw, kw) => {
    expect(findMinimumPower({ connectionPowerKw, phases: 3 }, '2025-01-01')?.kw).toBe(kw)
  })

  // The regulator's table by fuse, as reproduced by LA; 3 × 25 A also in an answer of the portal.
  test.each([
    [1, 16, 1.8],
    [1, 20, 1.8],
    [1, 25, 1.9],
    [1, 32, 2.2],
    [1, 35, 2.5],
    [3, 16, 2.8],
    [3, 20, 2.8],
    [3, 25, 3.4],
    [3, 32, 4.4],
    [3, 35, 4.8],
    [3, 40, 5.6],
    [3, 50, 7],
    [3, 63, 8.6],
  ] as const)('of a %i × %i A connection in 2026 is %f kW', (phases, ampere, kw) => {
    const connectionPowerKw = findFuse(phases, ampere)!.connectionKw
    expect(findMinimumPower({ connectionPowerKw, phases }, '2026-01-01')?.kw).toBe(kw)
  })

  test.each([
    [{ connectionPowerKw: 3, phases: 3 }, '2025-01-01', 3],
    [{ connectionPowerKw: 3.46, phases: 3 }, '2025-01-01', 3.4],
    [{ connectionPowerKw: 1.5, phases: 1 }, '2026-01-01', 1.5],
  ] as const)('of the small connection %j on %s does not exceed the connection', (connection, day, kw) => {
    expect(findMinimumPower(connection, day)?.kw).toBe(kw)
  })

  test.each([
    [{ connectionPowerKw: 44, phases: 3 }, '2026-01-01'],
    [{ connectionPowerKw: null, phases: 3 }, '2025-01-01'],
    [{ connectionPowerKw: 43, phases: null }, '2025-01-01'],
    [{ connectionPowerKw: 17, phases: null }, '2025-01-01'],
    [{ connectionPowerKw: 17, phases: 3 }, '2024-09-01'],
  ] as const)('is unknown for %j on %s', (connection, day) => {
    expect(findMinimumPower(connection, day)).toBe(null)
  })
})
