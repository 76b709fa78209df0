import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { peaksInBlocks } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { buildPeakRows, formatPeakCsv } from './peak-rows.ts'

const profile = buildLoadProfile(peaksInBlocks('2026-02-01', '2026-04-01', { 2: [8, 9, 4], 5: [2] }))

test('each block and month has its highest quarter-hours and counts those above', () => {
  const rows = buildPeakRows(profile, () => [5, 5, 5, 5, 5])
  const find = (block: number, month: string) =>
    rows.find((row) => row.block === block && row.month === month)
  expect(find(2, 'feb-2026')).toMatchObject({ powerKw: 5, occurrences: 2 })
  expect(find(2, 'feb-2026')!.peaksKw.slice(0, 3)).toEqual([9, 8, 4])
  expect(find(5, 'mar-2026')!.peaksKw[0]).toBe(2)
  // Block 1 belongs to the high season, block 5 to the low one.
  expect(find(1, 'mar-2026')).toBeUndefined()
})

test('without a power nothing is above it, and the file leaves it empty', () => {
  const rows = buildPeakRows(profile, () => null)
  expect(rows.every(({ occurrences, powerKw }) => occurrences === 0 && powerKw === null)).toBe(true)
  expect(formatPeakCsv(rows).split('\r\n')[1]).toMatch(/^1,feb-2026,,,/)
})
