import { expect, test } from 'vitest'
import { findSurplusBackups } from './keep-backups.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 28)

/** What stays of a backup a day, each looked at the day it was made. */
function keepDaily(days: number): number[] {
  let kept: { id: number; createdAt: number }[] = []
  for (let ago = days - 1; ago >= 0; ago--) {
    const at = now - ago * day
    kept.push({ id: days - ago, createdAt: at })
    const surplus = new Set(findSurplusBackups(kept, at))
    kept = kept.filter(({ id }) => !surplus.has(id))
  }
  return kept.map(({ createdAt }) => createdAt)
}

test('keeps the newest ten and the last of each month of a year', () => {
  const days = keepDaily(800).map((at) => new Date(at).toISOString().slice(0, 10))
  expect(days.slice(-10)).toEqual(Array.from({ length: 10 }, (_, index) => `2026-11-${19 + index}`))
  expect(days.slice(0, -10)).toEqual([
    ...['2025-11-30', '2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'],
  ])
})

test('keeps ten, however old they are', () => {
  const old = Array.from({ length: 11 }, (_, id) => ({ id, createdAt: now - (5000 + id) * day }))
  expect(findSurplusBackups(old, now)).toEqual([10])
})

test('many backups of one day push out those of that day only', () => {
  const before = Array.from({ length: 9 }, (_, ago) => ({ id: ago, createdAt: now - (ago + 1) * day }))
  const today = Array.from({ length: 12 }, (_, index) => ({
    id: 100 + index,
    createdAt: now + index * 60_000,
  }))
  expect(findSurplusBackups([...before, ...today], now + 12 * 60_000)).toEqual([101, 100])
})
