import { expect, test } from 'vitest'
import { formatDay } from './format-day.ts'

test.each([
  ['2025-10-29', '29. okt. 2025'],
  ['2025-02', 'februar 2025'],
  ['2026', '2026'],
])('%s is told no more exactly than it is known', (published, told) => {
  expect(formatDay(published, 'sl')).toBe(told)
})
