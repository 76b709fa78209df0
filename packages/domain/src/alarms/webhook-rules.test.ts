import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideDelivery, findNextTry, givenUpAfterMs, readRetryAfter } from './webhook-rules.ts'

const hour = 3_600_000

test.each([
  ['an alarm of which it knows nothing', null, 'raised', 'tell'],
  ['the end of one of which it knows nothing', null, 'cleared', 'nothing'],
  ['the end of one', { kind: 'raised', isSettling: false }, 'cleared', 'tell'],
  ['its return before its end has lasted', { kind: 'cleared', isSettling: true }, 'raised', 'drop'],
  ['its return later', { kind: 'cleared', isSettling: false }, 'raised', 'tell'],
  ['the same again', { kind: 'raised', isSettling: false }, 'raised', 'nothing'],
] as const)('%s', (_, last, news, expected) => {
  expect(decideDelivery(last, news)).toBe(expected)
})

test('a receiver that is away is tried ever more seldom, for a day', () => {
  const tries = [0]
  for (let now: number | null = 0; now !== null; ) {
    now = findNextTry({ failures: tries.length, failingSince: 0, askedMs: 0, now })
    if (now !== null) tries.push(now)
  }
  expect(tries.slice(0, 6).map((at) => at / 1000)).toEqual([0, 5, 35, 155, 755, 2555])
  expect(tries.at(-1)).toBe(givenUpAfterMs)
  expect(tries).toHaveLength(19)
})

test('what the receiver asks for is kept, and never shortens the wait', () => {
  fc.assert(
    fc.property(
      fc.nat(50),
      fc.nat(2 * givenUpAfterMs),
      fc.nat(givenUpAfterMs - 1),
      (before, askedMs, now) => {
        const next = findNextTry({ failures: before + 1, failingSince: 0, askedMs, now })!
        expect(next).toBeGreaterThan(now)
        expect(next).toBeGreaterThanOrEqual(Math.min(now + askedMs, givenUpAfterMs))
      },
    ),
  )
})

test.each([
  [null, 0],
  ['120', 120_000],
  ['Mon, 01 Jun 2026 11:00:00 GMT', hour],
  ['Mon, 01 Jun 2026 09:00:00 GMT', 0],
  ['soon', 0],
])('Retry-After %s', (header, wait) => {
  expect(readRetryAfter(header, Date.UTC(2026, 5, 1, 10))).toBe(wait)
})
