import { expect, test } from 'vitest'
import { chooseAge } from './retention.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 5, 15)
const request = (days: number, announced: number, renewed: number) => ({
  days,
  announced_at: now - announced * hour,
  renewed_at: now - renewed * hour,
  in_force: false,
  confirmed_at: null,
})

test.each([
  ['a process that has wanted the same for long', [request(400, 1000, 0)], { days: 400, isSettled: true }],
  ['the first hours of an installation', [request(400, 2, 0)], { days: 400, isSettled: false }],
  [
    'a request to keep less, an hour after it was made',
    [request(400, 1000, 2), request(40, 1, 0)],
    { days: 400, isSettled: true },
  ],
  ['the same a day later', [request(400, 1025, 25), request(40, 24, 0)], { days: 40, isSettled: true }],
  [
    'two processes that want different things',
    [request(400, 1000, 0), request(40, 900, 0)],
    { days: 400, isSettled: true },
  ],
  [
    'a request to keep more, at once',
    [request(40, 1000, 1), request(400, 0, 0)],
    { days: 400, isSettled: true },
  ],
  [
    'an update after a long pause that also wants less',
    [request(400, 2000, 500), request(40, 0, 0)],
    { days: 40, isSettled: false },
  ],
] as const)('%s', (_, requests, expected) => {
  expect(chooseAge(requests, now)).toMatchObject(expected)
})

test.each([
  ['as in force', 400, { in_force: 400 }, false],
  ['more than in force', 500, { in_force: 400 }, false],
  ['less than in force', 40, { in_force: 400 }, true],
  ['less than in force, confirmed', 40, { in_force: 400, confirmed: 40 }, false],
  ['less than in force, while another one is confirmed', 40, { in_force: 400, confirmed: 30 }, true],
  ['the first', 400, {}, true],
] as const)(
  'an age of %s',
  (_, days, { in_force, confirmed }: { in_force?: number; confirmed?: number }, asks) => {
    const all = [30, 40, 400, 500].map((each) => ({
      ...request(each, 1000, each === days ? 0 : 500),
      in_force: each === in_force,
      confirmed_at: each === confirmed ? now : null,
    }))
    expect(chooseAge(all, now)).toMatchObject({ days, needsConfirmation: asks })
  },
)
