import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertUser } from '../../testing/test-world.ts'

let server: TestServer
let isStopped: boolean
beforeEach(async () => {
  server = await startTestServer()
  isStopped = false
})
afterEach(async () => {
  if (!isStopped) await server.stop()
})

const ask = async (path: 'health' | 'ready', headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/api/${path}`, { headers })
  return [answer.status, ((await answer.json()) as { data: { status: string } }).data.status]
}

describe('health', () => {
  test('reports that all is well', async () => {
    expect(await ask('health')).toEqual([200, 'ok'])
    expect(await ask('ready')).toEqual([200, 'ok'])
  })

  test('answers at once while every connection of pages and readings waits, also to a browser with a session', async () => {
    await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('ana@test.si')
    const { db } = server
    const locked = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const holder = db.transaction(async (tx) => {
      await tx.run(sql`lock table alarm in access exclusive mode`)
      locked.resolve()
      await end.promise
    })
    await locked.promise
    const waiting = (['page', 'ingest'] as const).flatMap((priority) =>
      Array.from({ length: 20 }, () => db.at(priority).rows(sql`select 1 from alarm limit 1`)),
    )
    expect(await ask('health', { cookie: client.cookie })).toEqual([200, 'ok'])
    expect(await ask('ready', { cookie: client.cookie })).toEqual([200, 'ok'])
    end.resolve()
    await holder
    await Promise.all(waiting)
  })

  test('reports that nothing can be written if the database refuses for lack of space', async () => {
    const full = rawSql(
      `do $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
    )
    await expect(server.db.run(full)).rejects.toThrow('no space')
    await expect.poll(() => ask('health')).toEqual([503, 'database_not_writable'])
    expect(await ask('ready')).toEqual([503, 'database_not_writable'])
  })

  test('reports that the database is away once it is gone', async () => {
    await server.db.close()
    await expect.poll(() => ask('health')).toEqual([503, 'database_away'])
  })
})

test('shutdown accepts no more, and answers running requests', async () => {
  await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  const client = server.client()
  await client.signIn('ana@test.si')
  const locked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holder = server.db.transaction(async (tx) => {
    await tx.run(sql`lock table app_user in access exclusive mode`)
    locked.resolve()
    await end.promise
  })
  await locked.promise
  const asked = vi.spyOn(server.deps.db, 'row')
  const underWay = client.call('GET /auth/user')
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
  const stopped = server.stop()
  isStopped = true
  await expect.poll(() => canConnect(server.httpPort)).toBe(false)
  expect(server.deps.health.isStopping()).toBe(true)
  end.resolve()
  await holder
  expect((await underWay).status).toBe(200)
  await stopped
})

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
