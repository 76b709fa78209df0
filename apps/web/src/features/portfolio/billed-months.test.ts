import { expect, test } from 'vitest'
import { countBilledMonths } from './portfolio-query.ts'

test.each([
  ['2025-11-22', '2026-11-22', 13],
  ['2025-11-01', '2026-10-31', 12],
  ['2025-12-31', '2026-01-01', 2],
  ['2026-02-03', '2026-02-03', 1],
])('from %s to %s power is billed for %i months', (from, to, months) => {
  expect(countBilledMonths({ from, to })).toBe(months)
})
