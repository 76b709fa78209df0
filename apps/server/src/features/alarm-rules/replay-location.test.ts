import type { RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import { expect, test } from 'vitest'
import type { Queryable } from '../../platform/db/db.ts'
import { minuteMs, replayLocation } from './replay-location.ts'
import type { WatchedRow } from './rule-state-queries.ts'

const minutes = 3 * 1440
const span = { from: 0, to: minutes * minuteMs }
const rule = {
  ...{ kind: 'meter_silent', durationSeconds: 0 },
  settings: {
    metric: null,
    category: null,
    deviceKey: null,
    condition: 'above',
    value: 10,
    upper: null,
    clear: null,
  },
} as RuleTerms

/** A database whose devices sent a value every minute. */
function createDb(): { db: Queryable; asked: () => number } {
  let asked = 0
  const found = Array.from({ length: minutes }, (_, at) => ({ bucket: at + 1, ts: at * minuteMs, value: 1 }))
  const rows = async () => {
    asked += 1
    return found
  }
  return {
    db: { rows, row: async () => undefined, run: async () => 0 } as unknown as Queryable,
    asked: () => asked,
  }
}
const placeOf = (count: number) => ({
  ...{ locationId: 1, controllerIds: [1] },
  devices: Array.from(
    { length: count },
    (_, id) => ({ id, location_id: 1, key: `device-${id}`, category: 'GRID' }) as WatchedRow,
  ),
})

test('a replay of many values lets others have their turn', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  expect(await replayLocation(createDb().db, rule, placeOf(60), span)).toEqual({
    firings: [],
    known: minutes,
  })
  isDone = true
  expect(turns).toBeGreaterThan(5)
})

test('a location with thousands of devices is not replayed, and nothing of it is read', async () => {
  const { db, asked } = createDb()
  expect(await replayLocation(db, rule, placeOf(1000), span)).toBeNull()
  expect(asked()).toBe(0)
})

test('a replay ends when its time is up', async () => {
  const { db, asked } = createDb()
  expect(await replayLocation(db, rule, placeOf(10), span, () => asked() > 3)).toBeNull()
  expect(asked()).toBe(4)
})
