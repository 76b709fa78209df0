import { describe, expect, test } from 'vitest'
import { collectAgreedPowers, mergePowerLimits } from './csv-agreed-powers.ts'

const cells = (day: string, powers: readonly (string | null)[]) =>
  powers.flatMap((agreedKw, at) => {
    const localMs = Date.parse(`${day}T12:00Z`)
    return agreedKw === null ? [] : [{ localMs, startMs: localMs, block: `${at + 1}`, agreedKw }]
  })
const winter = (day: string, kw = '5') => cells(day, [kw, kw, kw, kw, null])
const summer = (day: string, kw = '5') => cells(day, [null, kw, kw, kw, kw])
const five = (kw: number) => [kw, kw, kw, kw, kw]

describe('the agreed powers of a file', () => {
  test('change where the column does, and a month fills the missing block from its neighbours', () => {
    const found = collectAgreedPowers([
      ...winter('2025-01-10', '3,6'),
      ...summer('2025-03-10', '3,6'),
      ...cells('2025-04-10', [null, '4', '4', '4', '6']),
      ...cells('2025-11-10', ['3.6', '4', '4', '4', null]),
    ])
    expect(found).toEqual({
      changes: [
        { fromDay: '2025-01-01', blocksKw: five(3.6), assumedBlocks: [] },
        { fromDay: '2025-04-01', blocksKw: [3.6, 4, 4, 4, 6], assumedBlocks: [] },
      ],
      untilDay: '2025-11-30',
    })
  })

  test('never fall from block to block after filling', () => {
    const blocks = collectAgreedPowers([
      ...winter('2025-01-10', '7'),
      ...cells('2025-03-10', [null, '4', '4', '5', null]),
    ])?.changes.map(({ blocksKw }) => blocksKw)
    expect(blocks).toEqual([five(7), [4, 4, 4, 5, 5]])
  })

  test('take the first value of a month, as the bill does, and no text for a number', () => {
    const changed = [...winter('2025-01-10'), ...winter('2025-01-20', '9'), ...winter('2025-01-30', 'x')]
    expect(collectAgreedPowers(changed)?.changes).toMatchObject([
      { fromDay: '2025-01-01', blocksKw: five(5) },
    ])
    expect(collectAgreedPowers(winter('2025-01-10', 'x'))).toBe(null)
  })

  test('zeros say that none is agreed', () => {
    expect(collectAgreedPowers(winter('2025-01-10', '0'))?.changes[0]).toMatchObject({
      blocksKw: five(0),
      assumedBlocks: [],
    })
  })

  test('say which blocks no month of theirs has: the power of these is another season’s', () => {
    const changed = [
      ...winter('2025-01-10', '3,6'),
      ...summer('2025-05-10', '6'),
      ...summer('2025-06-10', '6'),
    ]
    expect(collectAgreedPowers(changed)?.changes).toEqual([
      { fromDay: '2025-01-01', blocksKw: [3.6, 3.6, 3.6, 3.6, 6], assumedBlocks: [5] },
      { fromDay: '2025-05-01', blocksKw: [3.6, 6, 6, 6, 6], assumedBlocks: [1] },
    ])
  })
})

describe('files of several years', () => {
  const year = (number: number, kw: string) =>
    collectAgreedPowers([...winter(`${number}-01-10`, kw), ...summer(`${number}-12-10`, kw)])!
  const rangesOf = (limits: ReturnType<typeof mergePowerLimits>) =>
    limits.map(({ dateFrom, dateTo, block2 }) => [dateFrom, dateTo, block2])
  const both = [
    ['2024-01-01', '2024-12-31', 5],
    ['2025-01-01', '9999-12-31', 6],
  ]

  test('read a block that was assumed, and then it is not any more', () => {
    const summerOnly = mergePowerLimits(
      mergePowerLimits(null, year(2024, '5')),
      collectAgreedPowers(summer('2025-05-10', '6'))!,
    )
    expect(summerOnly.map(({ assumedBlocks }) => assumedBlocks)).toEqual([undefined, [1]])
    const later = mergePowerLimits(summerOnly, collectAgreedPowers(winter('2025-11-10', '6'))!)
    expect(later.map(({ dateFrom, assumedBlocks }) => [dateFrom, assumedBlocks])).toEqual([
      ['2024-01-01', undefined],
      ['2025-05-01', undefined],
    ])
  })

  test('a later file leaves what was assumed before it as assumed', () => {
    const known = mergePowerLimits(null, collectAgreedPowers(summer('2025-05-10', '6'))!)
    const later = mergePowerLimits(known, collectAgreedPowers(winter('2025-11-10', '7'))!)
    expect(later.map(({ dateFrom, assumedBlocks }) => [dateFrom, assumedBlocks])).toEqual([
      ['2025-05-01', [1]],
      ['2025-11-01', [5]],
    ])
  })

  test('form one register in any order', () => {
    const first = mergePowerLimits(mergePowerLimits(null, year(2024, '5')), year(2025, '6'))
    const last = mergePowerLimits(mergePowerLimits(null, year(2025, '6')), year(2024, '5'))
    expect(rangesOf(first)).toEqual(both)
    expect(rangesOf(last)).toEqual(both)
  })

  test('a newer file replaces the months it covers, and equal powers form one entry', () => {
    const known = mergePowerLimits(mergePowerLimits(null, year(2024, '5')), year(2025, '6'))
    expect(rangesOf(mergePowerLimits(known, year(2025, '5')))).toEqual([['2024-01-01', '9999-12-31', 5]])
  })
})
