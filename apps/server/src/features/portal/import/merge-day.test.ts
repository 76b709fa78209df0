import { expect, test } from 'vitest'
import { mergeDay } from './merge-day.ts'

const count = 96
const dayOf = (imports: (number | null)[], quality: string) => ({
  day: '2026-01-01',
  imports,
  exports: null,
  quality,
})

test('zeros are no longer suspect if a file knows enough of the others', () => {
  const known = dayOf(Array(count).fill(0), 'z'.repeat(count))
  const filled = dayOf(
    [...Array<null>(8).fill(null), ...Array<number>(count - 8).fill(5)],
    `${'m'.repeat(8)}${'.'.repeat(count - 8)}`,
  )
  const merged = mergeDay(known, filled, 'fills')
  expect(merged.imports).toEqual([...Array(8).fill(0), ...Array(count - 8).fill(5)])
  expect(merged.quality).toBe('.'.repeat(count))
})

test('zeros stay suspect if too many of them are left', () => {
  const known = dayOf(Array(count).fill(0), 'z'.repeat(count))
  const filled = dayOf(
    [...Array<null>(9).fill(null), ...Array<number>(count - 9).fill(5)],
    `${'m'.repeat(9)}${'.'.repeat(count - 9)}`,
  )
  expect(mergeDay(known, filled, 'fills').quality).toBe(`${'z'.repeat(9)}${'.'.repeat(count - 9)}`)
})
