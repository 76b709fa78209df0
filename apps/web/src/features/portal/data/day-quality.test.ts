import { expect, test } from 'vitest'
import { classifyDay, formatQualityCsv, placeDays } from './day-quality.ts'

const day = { day: '2025-03-05', intervals: 96, present: 96, estimated: 0, suspect: 0, version: 1 }

test.each([
  [day, 'within', 'whole'],
  [{ ...day, estimated: 1 }, 'within', 'estimated'],
  [{ ...day, estimated: 1, suspect: 9 }, 'within', 'suspect'],
  [{ ...day, present: 95, estimated: 1 }, 'within', 'gaps'],
  [{ ...day, present: 0 }, 'within', 'missing'],
  [{ ...day, present: 0 }, 'after', 'notYet'],
  [{ ...day, present: 0 }, 'before', 'notYet'],
  [{ ...day, present: 40 }, 'after', 'notYet'],
  [{ ...day, present: 40, estimated: 2 }, 'after', 'estimated'],
] as const)('%j %s is %s', (one, part, state) => {
  expect(classifyDay(one, part)).toBe(state)
})

test('weeks begin on Monday', () => {
  // 1 March 2025 was a Saturday.
  const days = ['2025-03-01', '2025-03-02', '2025-03-03', '2025-03-10'].map((one) => ({ day: one }))
  expect(placeDays(days.slice(0, 3))).toEqual([
    { week: 0, weekday: 5, isMonthStart: true },
    { week: 0, weekday: 6, isMonthStart: false },
    { week: 1, weekday: 0, isMonthStart: false },
  ])
})

test('the file lists for each day how many quarter-hours are missing', () => {
  const [, line] = formatQualityCsv([{ ...day, present: 90, suspect: 2, version: 3 }])
    .trim()
    .split('\r\n')
  expect(line).toBe('2025-03-05,96,90,6,0,2,3')
})
