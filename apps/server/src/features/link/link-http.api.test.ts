import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { DbError } from '../../platform/db/db-error.ts'
import { sql } from '../../platform/db/sql.ts'
import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import {
  createTestController,
  createTestLocation,
  findRefusals,
  findStored,
  type TestController,
} from './link-test-kit.ts'
import type { Outcome } from './outcome.ts'

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let locationId: number

beforeAll(async () => {
  server = await startTestServer({ time: now, settings: { logLevel: 'warn' } })
  locationId = await createTestLocation(server.db)
})
afterAll(() => server.stop())

const reading = '{"v":1,"samples":[{"values":{"grid/power":1}}]}'

async function post(
  { serial, token }: TestController,
  kind: 'data' | 'p1',
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${server.url}/link/v1/${serial}/${kind}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  await server.deps.link.flush()
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('an unreadable body is reported to its sender and counted for the controller', () => {
  it('too long', async () => {
    const controller = await createTestController(server.db, locationId)
    expect(await post(controller, 'data', 'x'.repeat(300_000))).toMatchObject({ status: 413 })
    expect(await findRefusals(server.db, controller)).toEqual({ oversized: 1 })
    expect(await findStored(server.db, controller)).toEqual([])
  })

  it('compressed', async () => {
    const controller = await createTestController(server.db, locationId)
    const answer = await post(controller, 'data', gzipSync(reading), { 'content-encoding': 'gzip' })
    expect(answer).toMatchObject({
      status: 415,
      body: { error: { code: 'malformed', message: expect.stringContaining('gzip') } },
    })
    expect(await findRefusals(server.db, controller)).toEqual({ malformed: 1 })
    expect(await post(controller, 'data', reading, { 'content-encoding': 'identity' })).toMatchObject({
      status: 200,
    })
  })

  it('a form without the telegram', async () => {
    const controller = await createTestController(server.db, locationId)
    const answer = await fetch(`${server.url}/api/v1/datalogger/dsmrreading`, {
      method: 'POST',
      body: '{"telegram":"/"}',
      headers: { authorization: `Token ${controller.token}` },
    })
    await server.deps.link.flush()
    expect(answer.status).toBe(400)
    expect(await findRefusals(server.db, controller)).toEqual({ malformed: 1 })
  })

  it('unless the token is wrong: then nobody learns what is wrong with the body', async () => {
    const controller = await createTestController(server.db, locationId)
    const stranger = { ...controller, token: 'guessed' }
    expect(await post(stranger, 'data', 'x'.repeat(300_000))).toMatchObject({ status: 401 })
    expect(await findRefusals(server.db, controller)).toEqual({ bad_credentials: 1 })
  })
})

/** One that the meter printed this many seconds ago, at 14:00 local time less these. */
const telegram = (seconds: number, watts: number) => {
  const time = new Date(now + 2 * 3_600_000 - seconds * 1000).toISOString().replace(/\D/g, '').slice(2, 14)
  return `/OHM5TEST\r\n\r\n0-0:1.0.0(${time}S)\r\n1-0:1.7.0(${watts}*W)\r\n!\r\n`
}

describe('several P1 telegrams in one body', () => {
  it('are stored each at its time, and truncated ones are counted without affecting the others', async () => {
    const controller = await createTestController(server.db, await createTestLocation(server.db, 'Meter'))
    const body = telegram(30, 1) + telegram(20, 2).slice(0, 40) + telegram(10, 3) + telegram(0, 4)
    expect(await post(controller, 'p1', body)).toMatchObject({
      status: 200,
      body: { stored: 3, rejected: 1, refused: [{ reason: 'malformed', count: 1 }] },
    })
    expect(await findStored(server.db, controller)).toMatchObject([
      { ts: now - 30_000, values: { 'grid/power': 1 } },
      { ts: now - 10_000, values: { 'grid/power': 3 } },
      { ts: now, values: { 'grid/power': 4 } },
    ])
    expect(await findRefusals(server.db, controller)).toEqual({ malformed: 1 })
  })

  it('are refused with the reason if none is complete', async () => {
    const controller = await createTestController(server.db, locationId)
    const body = telegram(10, 3).slice(5) + telegram(0, 4).slice(0, 30)
    expect(await post(controller, 'p1', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'malformed', message: expect.stringContaining('beginning') } },
    })
    expect(await findRefusals(server.db, controller)).toEqual({ malformed: 2 })
  })
})

describe('a network that forges serials', () => {
  const made = (count: number) => Array.from({ length: count }, () => createSerial(randomBytes(15)))
  const countRows = async (prefix: string) => {
    const rows = await server.db.rows(sql`select key from throttle where key like ${`${prefix} %`}`)
    return rows.length
  }

  it('leaves a row for each only as long as it may still try', async () => {
    for (const serial of made(60))
      await fetch(`${server.url}/link/v1/enroll`, {
        method: 'POST',
        body: JSON.stringify({ serial, secret: 'guess' }),
      })
    expect(await countRows('enrol')).toBe(51)
    for (const serial of made(220))
      await fetch(`${server.url}/link/v1/${serial}/data`, { method: 'POST', body: reading })
    expect(await countRows('link token')).toBe(201)
  })
})

test('a wrong token or secret and too many of them are logged with their address', async () => {
  const serial = createSerial(randomBytes(15))
  const findCodes = (route: string) =>
    server.logged
      .filter((line) => line.event === 'refused' && line.route === route)
      .map(({ code, address, serial: named }) => [code, address, named])
  // Long after the attempts of other tests in this file.
  server.clock.time += 3 * 3_600_000
  server.logged.length = 0
  for (let tries = 0; tries < 12; tries++)
    await fetch(`${server.url}/link/v1/enroll`, {
      method: 'POST',
      body: JSON.stringify({ serial, secret: 'guess' }),
    })
  expect(findCodes('/link/v1/enroll').at(0)).toEqual(['bad_credentials', '127.0.0.1', undefined])
  expect(findCodes('/link/v1/enroll').at(-1)).toEqual(['too_many_attempts', '127.0.0.1', undefined])
  await fetch(`${server.url}/link/v1/${serial}/data`, { method: 'POST', body: reading })
  expect(findCodes('/link/v1/:serial/data')).toEqual([['bad_credentials', '127.0.0.1', serial]])
  expect(JSON.stringify(server.logged)).not.toContain('guess')
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'readings are stored while every connection of pages waits, telegrams too',
  async () => {
    const controller = await createTestController(server.db, await createTestLocation(server.db, 'Beside'))
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let open = 0
    const pages = Array.from({ length: 10 }, () =>
      server.db.transaction(async () => {
        if (++open === 10) begun.resolve()
        await end.promise
      }),
    )
    await begun.promise
    try {
      expect(await post(controller, 'data', reading)).toMatchObject({ status: 200 })
      expect(await post(controller, 'p1', telegram(0, 5))).toMatchObject({ status: 200 })
      const form = await fetch(`${server.url}/api/v1/datalogger/dsmrreading`, {
        method: 'POST',
        body: new URLSearchParams({ telegram: telegram(10, 5) }),
        headers: { authorization: `Token ${controller.token}` },
      })
      expect(form.status).toBe(201)
    } finally {
      end.resolve()
      await Promise.all(pages)
    }
  },
)

describe('while the database is away', () => {
  it('a sender is told to retry, and that nothing was stored', async () => {
    const controller = await createTestController(server.db, locationId)
    const away = vi.spyOn(server.deps.db.at('ingest'), 'rows')
    away.mockRejectedValue(new DbError({ message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' }))
    onTestFinished(() => away.mockRestore())
    const answer = await fetch(`${server.url}/link/v1/${controller.serial}/data`, {
      method: 'POST',
      body: reading,
      headers: { authorization: `Bearer ${controller.token}` },
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toEqual({ error: { code: 'unavailable', message: 'Not stored. Try again.' } })
    away.mockRestore()
    expect(await post(controller, 'data', reading)).toMatchObject({ status: 200 })
  })

  it('a sender gets an answer after twenty seconds, and its repetition is not stored twice', async () => {
    const controller = await createTestController(server.db, await createTestLocation(server.db, 'Patient'))
    const { link } = server.deps
    const take = link.handle
    const taken = Promise.withResolvers<IncomingMessage>()
    const back = Promise.withResolvers<void>()
    const late = Promise.withResolvers<Outcome>()
    const handle = vi.spyOn(link, 'handle').mockImplementationOnce(async (message) => {
      taken.resolve(message)
      await back.promise
      late.resolve(take(message))
      return late.promise
    })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => void vi.restoreAllMocks())
    const answer = fetch(`${server.url}/link/v1/${controller.serial}/data`, {
      method: 'POST',
      body: reading,
      headers: { authorization: `Bearer ${controller.token}` },
    })
    const message = await taken.promise
    expect(message.isAbandoned()).toBe(false)
    const [giveUp] = timers.mock.calls.find(([, milliseconds]) => milliseconds === 20_000)!
    giveUp()
    expect((await answer).status).toBe(503)
    expect((await answer).headers.get('retry-after')).toBe('5')
    expect(message.isAbandoned()).toBe(true)
    back.resolve()
    expect(await late.promise).toMatchObject({ state: 'abandoned', storedSamples: 0 })
    handle.mockRestore()
    expect(await post(controller, 'data', reading)).toMatchObject({ status: 200, body: { stored: 1 } })
    expect(await findStored(server.db, controller)).toHaveLength(1)
  })
})

test.each([
  ['refused', null],
  ['by wrong tokens', 'wrong'],
])('a page waits for few of many simultaneous messages, %s', async (_, wrongToken) => {
  const controller = await createTestController(server.db, locationId)
  const sender = { ...controller, token: wrongToken ?? controller.token }
  let answered = 0
  const flood = Array.from({ length: 300 }, async (_, index) => {
    await post(sender, index % 2 === 0 ? 'p1' : 'data', '{}')
    answered++
  })
  await vi.waitUntil(() => answered > 0, { interval: 1, timeout: 30_000 })
  for (let query = 0; query < 3; query++) await server.db.row(sql`select 1`)
  expect(answered).toBeLessThan(200)
  await Promise.all(flood)
})
