import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import {
  createTestController,
  findRefusals,
  findStored,
  sweepOnTime,
  type TestController,
} from './link-test-kit.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let ownerId: number
let company: { companyId: number; rootGroupId: number }

beforeAll(async () => {
  server = await startTestServer({ time: start })
  company = await insertCompany(server.db, 'Clocks')
  ownerId = await insertUser(server.db, 'owner@clock.si', 'ROLE_USER_BASIC')
  owner = server.client()
  await owner.signIn('owner@clock.si')
})
afterAll(() => server.stop())

async function addController(): Promise<TestController> {
  server.clock.time = start
  const { companyId, rootGroupId: locationGroupId } = company
  const locationId = await insertLocation(server.db, { companyId, locationGroupId, ownerId })
  const controller = await createTestController(server.db, locationId)
  await server.db.run(sql`update controller set linked_at = ${new Date(start)} where id = ${controller.id}`)
  return controller
}

async function post({ serial, token }: TestController, kind: string, body: string) {
  const answer = await fetch(`${server.url}/link/v1/${serial}/${kind}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const reading = (ts: number | null, more: object = {}) =>
  JSON.stringify({ v: 1, ...more, samples: [{ ts, values: { 'grid/power': 1 } }] })

/** A telegram with this time stamp, in Ljubljana's summer time. */
function telegram(ts: number, watts = 1, lines: string[] = []): string {
  const time = new Date(ts + 2 * hour).toISOString().replace(/\D/g, '').slice(2, 14)
  const own = [`0-0:1.0.0(${time}S)`, `1-0:1.7.0(${watts}*W)`, ...lines]
  return `/OHM5TEST\r\n\r\n${own.map((line) => `${line}\r\n`).join('')}!\r\n`
}

/** Sends a controller's messages for some minutes, one a minute; then everything that follows from it is done. */
async function live(
  controller: TestController,
  minutes: number,
  message: (now: number) => [kind: string, body: string],
) {
  for (let index = 0; index < minutes; index++) {
    server.clock.time += minute
    const [kind, body] = message(server.clock.time)
    await post(controller, kind, body)
  }
  await server.deps.link.flush()
  await sweepOnTime(server.db, server.clock.time)
}

async function see({ locationId }: TestController) {
  const params = { locationId: locationId! }
  const { controllers } = (await owner.call('GET /locations/:locationId/controllers', { params })).data
  const { alarms } = (await owner.call('GET /locations/:locationId/alarms', { params })).data
  const open = Object.entries(alarms).flatMap(([type, list]) =>
    list.map(({ code, clock_offset_ms, device_id }) => ({ type, code, clock_offset_ms, device_id })),
  )
  return { clock: controllers[0]!.clock, alarms: open }
}
const clockAlarm = (clock_offset_ms: number) => [
  { type: 'ERROR', code: 'clock', clock_offset_ms, device_id: null },
]

describe('a clock', () => {
  it('two hours ahead raises an alarm although every reading is refused, until it is right', async () => {
    const controller = await addController()
    await live(controller, 20, (now) => ['data', reading(now + 2 * hour)])
    expect(await see(controller)).toMatchObject({ clock: null, alarms: [] })
    await live(controller, 1, (now) => ['data', reading(now + 2 * hour)])
    expect(await findStored(server.db, controller)).toEqual([])
    expect(await findRefusals(server.db, controller)).toEqual({ in_future: 21 })
    const seen = await see(controller)
    expect(seen.clock).toEqual({ offset_ms: 2 * hour, is_wrong: true, checked_at: server.clock.time })
    expect(seen.alarms).toEqual(clockAlarm(2 * hour))
    await live(controller, 30, (now) => ['data', reading(now + 90 * second)])
    expect(await see(controller)).toMatchObject({
      clock: { offset_ms: 90 * second, is_wrong: true },
      alarms: clockAlarm(90 * second),
    })
    await live(controller, 20, (now) => ['data', reading(now - second)])
    expect(await see(controller)).toMatchObject({
      clock: { offset_ms: -second, is_wrong: false },
      alarms: [],
    })
  })

  it('that is wrong is still known after a server restart, and cleared by its first right window', async () => {
    const controller = await addController()
    await server.db.run(
      sql`update controller set clock_offset_ms = ${-hour}, clock_wrong = true, clock_checked_at = ${new Date(start)}
          where id = ${controller.id}`,
    )
    await live(controller, 1, (now) => ['data', reading(now - hour)])
    expect((await see(controller)).alarms).toEqual(clockAlarm(-hour))
    // Better, and not yet right.
    await live(controller, 30, (now) => ['data', reading(now - 90 * second)])
    expect((await see(controller)).alarms).toEqual(clockAlarm(-90 * second))
    await live(controller, 20, (now) => ['data', reading(now)])
    expect((await see(controller)).alarms).toEqual([])
  })

  it('is unknown if a controller has sent no time for a day', async () => {
    const controller = await addController()
    await live(controller, 21, (now) => ['data', reading(now + hour)])
    expect((await see(controller)).alarms).toEqual(clockAlarm(hour))
    await live(controller, 1, () => ['data', reading(null)])
    server.clock.time += day
    await live(controller, 1, () => ['data', reading(null)])
    await owner.signIn('owner@clock.si')
    expect(await see(controller)).toMatchObject({ clock: null, alarms: [] })
  })

  it.each([
    ['samples without a time', 'data', () => reading(null)],
    ['history', 'history', (now: number) => reading(now - day)],
    ['averages', 'data', (now: number) => reading(now - day, { step: 60 })],
    ['seconds for milliseconds', 'data', (now: number) => reading(Math.round(now / 1000))],
    ['a backlog at twice the pace', 'data', (now: number) => reading(now - day + (now - start))],
  ])('is not judged by %s', async (_, kind, message) => {
    const controller = await addController()
    await live(controller, 25, (now) => [kind, message(now)])
    const { clock, alarms } = await see(controller)
    expect([clock, alarms.filter(({ code }) => code === 'clock')]).toEqual([null, []])
  })
})

describe('the clock of a P1 meter', () => {
  it('two hours behind is a separate alarm, and its device is not blamed for being silent', async () => {
    const controller = await addController()
    await live(controller, 1, (now) => ['p1', telegram(now - 2 * hour)])
    await server.db.run(
      sql`update controller set online = true, online_changed_at = ${new Date(start - hour)} where id = ${controller.id}`,
    )
    await live(controller, 10, (now) => ['p1', telegram(now - 2 * hour)])
    expect((await see(controller)).alarms).toEqual([])
    await live(controller, 30, (now) => ['p1', telegram(now - 2 * hour)])
    expect((await see(controller)).alarms).toEqual(clockAlarm(-2 * hour))
    expect((await findStored(server.db, controller)).at(-1)!.ts).toBe(server.clock.time - 2 * hour)
    // Silent by its own clock.
    await live(controller, 10, () => ['data', reading(null).replace('grid', 'pv')])
    expect((await see(controller)).alarms.map(({ code }) => code).sort()).toEqual(['clock', 'no_values'])
  })

  it('an hour ahead: the telegrams of a body stay separate readings, the newest at its arrival', async () => {
    const controller = await addController()
    const bodyAt = (now: number) =>
      [50, 40, 30, 20, 10, 0].map((age) => telegram(now + hour - age * second, 100 + age)).join('')
    expect(await post(controller, 'p1', bodyAt(start))).toMatchObject({ status: 200, body: { stored: 6 } })
    expect(await findStored(server.db, controller)).toMatchObject(
      [50, 40, 30, 20, 10, 0].map((age) => ({
        ts: start - age * second,
        values: { 'grid/power': 100 + age },
      })),
    )
    await live(controller, 21, (now) => ['p1', bodyAt(now)])
    expect(await see(controller)).toMatchObject({ clock: { offset_ms: hour }, alarms: clockAlarm(hour) })
  })

  it('that shows a long-past year is moved, and what is then too old is refused', async () => {
    const controller = await addController()
    const long = Date.UTC(2008, 5, 1)
    const answer = await post(
      controller,
      'p1',
      telegram(long - 401 * day) + telegram(long - minute) + telegram(long),
    )
    expect(answer).toMatchObject({
      body: { stored: 2, rejected: 1, refused: [{ reason: 'too_old', count: 1 }] },
    })
    expect((await findStored(server.db, controller)).map(({ ts }) => ts)).toEqual([start - minute, start])
  })

  it('is accepted as is if a reader has kept its telegrams for a month', async () => {
    const controller = await addController()
    expect(await post(controller, 'p1', telegram(start - 30 * day))).toMatchObject({ body: { stored: 1 } })
    expect((await findStored(server.db, controller)).map(({ ts }) => ts)).toEqual([start - 30 * day])
  })

  it('with one time for two telegrams: the answer counts the one that is kept', async () => {
    const controller = await addController()
    const answer = await post(controller, 'p1', telegram(start, 1) + telegram(start, 2))
    expect(answer).toMatchObject({ body: { stored: 1, rejected: 0, refused: [] } })
    expect(await findStored(server.db, controller)).toMatchObject([{ values: { 'grid/power': 2 } }])
  })
})
