import { expect, test } from 'vitest'
import { chooseRetention } from './retention.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 5, 15)
const wish = (days: number, announced: number, renewed: number) => ({
  days,
  announced_at: now - announced * hour,
  renewed_at: now - renewed * hour,
})

test.each([
  ['a process that has wanted the same for long', [wish(400, 1000, 0)], { days: 400, isSettled: true }],
  ['the first hours of an installation', [wish(400, 2, 0)], { days: 400, isSettled: false }],
  [
    'a wish to keep less, an hour after it was told',
    [wish(400, 1000, 2), wish(40, 1, 0)],
    { days: 400, isSettled: true },
  ],
  ['the same a day later', [wish(400, 1025, 25), wish(40, 24, 0)], { days: 40, isSettled: true }],
  [
    'two processes that want different things',
    [wish(400, 1000, 0), wish(40, 900, 0)],
    { days: 400, isSettled: true },
  ],
  ['a wish to keep more, at once', [wish(40, 1000, 1), wish(400, 0, 0)], { days: 400, isSettled: true }],
  [
    'an update after a long pause that also wants less',
    [wish(400, 2000, 500), wish(40, 0, 0)],
    { days: 40, isSettled: false },
  ],
] as const)('%s', (_, wishes, expected) => {
  expect(chooseRetention(wishes, now)).toEqual(expected)
})
