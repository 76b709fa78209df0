import { expect, test } from 'vitest'
import type { LocationSigns } from './group-location-queries.ts'
import { compareByTrouble, judgeLocation, silentMs } from './sort-by-trouble.ts'

const now = Date.UTC(2026, 5, 1, 12)
const hour = 3_600_000

/** A location that is connected and has just been read. */
const sign = (id: number, change: Partial<LocationSigns> = {}): LocationSigns => ({
  id,
  name: `Place ${id}`,
  group: { id: 1, name: 'Group' },
  hasController: true,
  isOnline: true,
  onlineSince: now - 24 * hour,
  lastSeenAt: now,
  newestAt: now,
  periodSeconds: 60,
  openAlarms: 0,
  unseenAlarms: 0,
  ...change,
})

function sort(signs: LocationSigns[], powers: [id: number, watts: number][] = []): number[] {
  const compare = compareByTrouble(new Map(powers), new Intl.Collator('sl', { numeric: true }))
  return signs
    .map((one) => ({ signs: one, state: judgeLocation(one, now) }))
    .sort(compare)
    .map((one) => one.signs.id)
}

test.each<[string, Partial<LocationSigns>]>([
  ['alarm', { openAlarms: 1, isOnline: false }],
  ['empty', { hasController: false, isOnline: false }],
  ['offline', { isOnline: false }],
  ['silent', { newestAt: null }],
  ['silent', { newestAt: now - silentMs - 1 }],
  // What has just connected has had no time to send.
  ['live', { newestAt: null, onlineSince: now - silentMs }],
  ['silent', { newestAt: null, onlineSince: now - silentMs - 1 }],
  ['silent', { newestAt: null, onlineSince: null }],
  ['live', { newestAt: now - silentMs }],
  // A meter that sends once an hour is not missed before the third hour is over.
  ['live', { newestAt: now - 3 * hour, periodSeconds: 3600 }],
  ['silent', { newestAt: now - 3 * hour - 1, periodSeconds: 3600 }],
])('%s is what has %o', (state, change) => {
  expect(judgeLocation(sign(1, change), now)).toBe(state)
})

test('alarms that nobody has seen stand before seen ones, most of them first, whatever flows', () => {
  const seen = sign(1, { openAlarms: 3 })
  const unseen = sign(2, { openAlarms: 1, unseenAlarms: 1 })
  const unseenBusy = sign(3, { openAlarms: 2, unseenAlarms: 2 })
  const unseenToo = sign(4, { openAlarms: 1, unseenAlarms: 1 })
  expect(
    sort(
      [seen, unseenToo, unseen, unseenBusy],
      [
        [1, 9000],
        [3, 10],
        [2, 20],
        [4, 500],
      ],
    ),
  ).toEqual([3, 2, 4, 1])
})

test('what was lost last stands before what has long been away', () => {
  const away = (id: number, lastSeenAt: number | null) => sign(id, { isOnline: false, lastSeenAt })
  expect(sort([away(1, null), away(2, now - hour), away(3, now - 60_000)])).toEqual([3, 2, 1])
})

test('what runs is ordered by its power either way, then by name as people count, then the older one', () => {
  const named = (id: number, name: string) => sign(id, { name })
  const places = [named(1, 'Hiša 10'), named(2, 'Hiša 9'), named(3, 'Čebelnjak'), named(4, 'Čebelnjak')]
  expect(sort(places)).toEqual([3, 4, 2, 1])
  // No power is known of the last one, which is less than none.
  expect(
    sort(places, [
      [1, 0],
      [2, -3000],
      [3, 200],
    ]),
  ).toEqual([2, 3, 1, 4])
})
