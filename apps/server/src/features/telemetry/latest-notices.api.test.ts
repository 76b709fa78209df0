import type { LiveNotice } from '@ohmstead/contract/live-events'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { startLatestNotices } from './latest-notices.ts'

let opened: Awaited<ReturnType<typeof openTestDb>>
let db: Db
const log = pino({ level: 'silent' })

beforeAll(async () => {
  opened = await openTestDb()
  db = opened.db
})
afterAll(() => opened.close())

/** What other processes hear of the locations with newer values. */
async function listen(): Promise<number[][]> {
  const heard: number[][] = []
  const stop = await db.listen('live', (payload) => {
    const notice = JSON.parse(payload) as LiveNotice
    if (notice.t === 'latest') heard.push(notice.l)
  })
  onTestFinished(stop)
  return heard
}

test('the commits of a moment become one notice', async () => {
  const heard = await listen()
  const notices = startLatestNotices({ db, log })
  notices.add([1, 2])
  notices.add([2, 3])
  await expect.poll(() => heard).toEqual([[1, 2, 3]])
  notices.add([4])
  await expect.poll(() => heard).toEqual([[1, 2, 3], [4]])
  await notices.close()
})

test('more locations than fit take several notices, and an end sends what is left', async () => {
  const heard = await listen()
  const notices = startLatestNotices({ db, log })
  const ids = Array.from({ length: 1500 }, (_, index) => 2_147_480_000 + index)
  notices.add(ids)
  await notices.close()
  await expect.poll(() => heard.map((some) => some.length)).toEqual([700, 700, 100])
  expect(heard.flat()).toEqual(ids)
})

test('a notice that cannot be sent is lost, and the next one is sent', async () => {
  const heard = await listen()
  let isAway = true
  const away: Db = {
    ...db,
    at: () => ({
      ...db,
      rows: (statement) => (isAway ? Promise.reject(new Error('away')) : db.rows(statement)),
    }),
  }
  const notices = startLatestNotices({ db: away, log })
  onTestFinished(() => notices.close())
  notices.add([1])
  // Until it has failed, a second one would be gathered with the first or follow it; either way it is heard.
  await new Promise<void>((resolve) => setImmediate(resolve))
  isAway = false
  notices.add([2])
  await expect.poll(() => heard.flat()).toContain(2)
})

test('what is added while a notice is on its way follows it, also at the end', async () => {
  const heard = await listen()
  let sent = Promise.withResolvers<void>()
  let answer = Promise.withResolvers<void>()
  const slow: Db = {
    ...db,
    at: () => ({
      ...db,
      rows: async (statement) => {
        sent.resolve()
        await answer.promise
        return db.rows(statement)
      },
    }),
  }
  const notices = startLatestNotices({ db: slow, log })
  notices.add([1])
  await sent.promise
  notices.add([2])
  answer.resolve()
  await expect.poll(() => heard).toEqual([[1], [2]])
  sent = Promise.withResolvers()
  answer = Promise.withResolvers()
  notices.add([3])
  await sent.promise
  notices.add([4])
  const closing = notices.close()
  answer.resolve()
  await closing
  await expect.poll(() => heard).toEqual([[1], [2], [3], [4]])
})
