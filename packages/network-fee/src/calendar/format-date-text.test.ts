import { expect, test } from 'vitest'
import { formatDateText } from './format-date-text.ts'

test.each([
  ['2025-10-29', '29. 10. 2025'],
  ['2025-02', 'februar 2025'],
  ['2026', '2026'],
])('%s is shown no more precisely than it is known', (published, told) => {
  expect(formatDateText(published, 'sl')).toBe(told)
})
