import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './portal-dates.ts'

test('days are counted as the calendar counts them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -4000, max: 30_000 }),
      fc.integer({ min: -800, max: 800 }),
      (start, days) => {
        const day = Temporal.PlainDate.from('2000-01-01').add({ days: start })
        expect(addDays(day.toString(), days)).toBe(day.add({ days }).toString())
      },
    ),
  )
})

test('refuses an impossible day', () => {
  for (const text of ['', '2026-02-29', '2025-02-30', '2026-13-01', '2026-1-1', 'today'])
    expect(() => addDays(text, 1), text).toThrow(RangeError)
})
