import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { Actor } from '@ohmstead/domain/access/permission'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../db/db.ts'
import type { EventStream } from './event-stream.ts'
import { type LiveConnection, type LiveReaders, startLiveHub } from './start-live-hub.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Reads {
  latest: (readonly number[])[]
  alarms: (readonly number[])[]
  rights: number[]
  visible: (readonly number[])[]
}

/** A hub whose queries are counted. Sessions in `ended` are over; nobody sees locations in `hidden`. */
async function startHub() {
  const reads: Reads = { latest: [], alarms: [], rights: [], visible: [] }
  const ended = new Set<string>()
  const hidden = new Set<number>()
  let hear = (_: string) => {}
  let held: Promise<void> | null = null
  const db = {
    listen: async (_: string, onPayload: (payload: string) => void) => {
      hear = onPayload
      return async () => {}
    },
  } as unknown as Db
  const readers: LiveReaders = {
    findLatest: async (ids) => {
      reads.latest.push(ids)
      return new Map(ids.map((id) => [id, { time: 1, values: { 'grid/power': [1, 5] } }]))
    },
    countAlarms: async (ids) => {
      reads.alarms.push(ids)
      return new Map()
    },
    findVisible: async (connections, ids) => {
      reads.visible.push(ids)
      return connections.map(() => new Set(ids.filter((id) => !hidden.has(id))))
    },
    findRights: async (connections) => {
      reads.rights.push(connections.length)
      await held
      return connections.map(({ token, actor, requested }) =>
        ended.has(token) ? null : { actor, locationIds: new Set(requested.filter((id) => !hidden.has(id))) },
      )
    },
  }
  const hub = await startLiveHub({ db, log: pino({ level: 'silent' }), readers })
  const notify = (notice: LiveNotice) => hear(JSON.stringify(notice))
  /** Holds the next checks of rights, until the returned function lets them fail. */
  const hold = () => {
    const { promise, reject } = Promise.withResolvers<void>()
    held = promise
    return (error: Error) => {
      held = null
      reject(error)
    }
  }
  return { hub, reads, ended, hidden, notify, hold }
}

function openStream(userId: number, locationIds: number[], hearsAllAlarms = false) {
  const sent: string[] = []
  let isClosed = false
  const stream: EventStream = {
    send: (event) => {
      sent.push(event)
      return true
    },
    beat: () => {},
    close: () => {
      isClosed = true
    },
  }
  const actor: Actor = { userId, roles: ['ROLE_USER'], companyIds: [], locations: [] }
  const connection: LiveConnection = {
    ...{ stream, actor, token: `token ${userId}`, requested: locationIds },
    locationIds: new Set(locationIds),
    hearsAllAlarms,
    maySeeJob: () => false,
  }
  return { connection, sent, isClosed: () => isClosed }
}

test('many streams are authorised again by few queries, and each location is read once', async () => {
  const { hub, reads, ended, hidden } = await startHub()
  const streams = Array.from({ length: 1200 }, (_, index) => openStream(index, [index % 10, 100]))
  for (const { connection } of streams) hub.add(connection)
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads.latest).toEqual([[0, 100, 1, 2, 3, 4, 5, 6, 7, 8, 9]])
  expect(reads.alarms.map((ids) => ids.length)).toEqual([2, 11])
  expect(streams.map(({ sent }) => sent.filter((name) => name === 'latest').length)).toEqual(
    streams.map(() => 2),
  )
  // A late one gets what is known, without a read.
  const late = openStream(5000, [3])
  hub.add(late.connection)
  expect(late.sent).toEqual(['latest'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads.latest).toHaveLength(1)

  ended.add('token 7')
  hidden.add(100)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(reads.rights).toEqual([500, 500, 201])
  expect(reads.latest).toHaveLength(2)
  expect(streams.filter(({ isClosed }) => isClosed())).toEqual([streams[7]])
  expect(hub.findCounts()).toMatchObject({ streams: 1200, locations: 10 })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(reads.rights.slice(3)).toEqual([500, 500, 200])
  await hub.close()
})

test('a check that fails is repeated with the next one, and checks that are slow do not pile up', async () => {
  const { hub, reads, ended, hold } = await startHub()
  const stream = openStream(1, [1])
  hub.add(stream.connection)
  ended.add('token 1')
  const letGo = hold()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads.rights).toEqual([1])
  letGo(new Error('away'))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.isClosed()).toBe(false)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(stream.isClosed()).toBe(true)
  await hub.close()
})

test('a change of rights is looked up at once, for the streams of that person alone', async () => {
  const { hub, reads, ended, notify } = await startHub()
  const [mine, also, other] = [openStream(1, [1]), openStream(1, [2]), openStream(2, [1])]
  for (const { connection } of [mine, also, other]) hub.add(connection)
  ended.add('token 1').add('token 2')
  notify({ t: 'access', user: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(reads.rights).toEqual([2])
  expect([mine, also, other].map(({ isClosed }) => isClosed())).toEqual([true, true, false])
  notify({ t: 'access', user: 3 })
  await vi.advanceTimersByTimeAsync(0)
  expect(reads.rights).toEqual([2])
  await hub.close()
})

test('who looks at many hears of alarms of locations that nobody asked for, as far as they may see them', async () => {
  const { hub, reads, hidden, notify } = await startHub()
  const [one, many] = [openStream(1, [5]), openStream(2, [5], true)]
  hub.add(one.connection)
  await vi.advanceTimersByTimeAsync(0)
  notify({ t: 'alarms', l: [6] })
  await vi.advanceTimersByTimeAsync(0)
  // Nobody looks at many: nothing is asked.
  expect(reads.visible).toEqual([])
  hub.add(many.connection)
  await vi.advanceTimersByTimeAsync(1000)
  for (const { sent } of [one, many]) sent.length = 0
  hidden.add(7)
  notify({ t: 'alarms', l: [5, 6, 7] })
  await vi.advanceTimersByTimeAsync(0)
  expect(reads.visible).toEqual([[5, 6, 7]])
  expect(one.sent).toEqual(['alarms'])
  expect(many.sent).toEqual(['alarms', 'alarms'])
  // So many at once are told as one.
  notify({ t: 'alarms', l: Array.from({ length: 101 }, (_, id) => 1000 + id) })
  await vi.advanceTimersByTimeAsync(0)
  expect(many.sent.slice(2)).toEqual(['resync'])
  expect(one.sent).toHaveLength(1)
  await hub.close()
})
