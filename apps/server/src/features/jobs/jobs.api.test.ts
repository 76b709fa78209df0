import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let companyId: number
let homeId: number
let ownerId: number
const clients: Record<'admin' | 'aggregator' | 'stranger' | 'owner', TestClient> = {} as never

beforeAll(async () => {
  server = await startTestServer({ settings: { logLevel: 'error' } })
  const { db } = server
  const company = await insertCompany(db, 'Sun')
  const other = await insertCompany(db, 'Wind')
  companyId = company.companyId
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: company.rootGroupId, ownerId })
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'stranger@test.si', 'ROLE_AGGREGATOR', { companyIds: [other.companyId] })
  for (const name of ['admin', 'aggregator', 'stranger', 'owner'] as const) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

const list = async (client: TestClient) => (await client.call('GET /jobs')).data.jobs

test('work reports its progress and ends as done', async () => {
  const { id, finished } = await server.deps.jobs.run(
    { kind: 'count', total: 3, locationId: homeId },
    async (progress) => {
      for (let done = 1; done <= 3; done++) await progress.report({ done, detail: { last: done } })
    },
  )
  await finished
  expect((await list(clients.owner)).find((job) => job.id === id)).toMatchObject({
    kind: 'count',
    state: 'done',
    done: 3,
    total: 3,
    detail: { last: 3 },
    location_id: homeId,
    company_id: companyId,
    can_cancel: false,
  })
})

test('a job is visible to its location, its company and super admins, nobody else', async () => {
  const { id, finished } = await server.deps.jobs.run({ kind: 'seen', locationId: homeId }, async () => {})
  await finished
  for (const [name, client] of Object.entries(clients)) {
    expect(
      (await list(client)).some((job) => job.id === id),
      name,
    ).toBe(name !== 'stranger')
  }
  const unscoped = await server.deps.jobs.run({ kind: 'system' }, async () => {})
  await unscoped.finished
  for (const [name, client] of Object.entries(clients)) {
    expect(
      (await list(client)).some((job) => job.id === unscoped.id),
      name,
    ).toBe(name === 'admin')
  }
})

test('work that is cancelled stops between two slices', async () => {
  const begun = Promise.withResolvers<void>()
  const { id, finished } = await server.deps.jobs.run(
    { kind: 'endless', companyId, createdBy: ownerId },
    async (progress) => {
      for (let done = 1; ; done++) {
        await progress.report({ done })
        begun.resolve()
      }
    },
  )
  await begun.promise
  const cancel = (client: TestClient) => client.call('POST /jobs/:jobId/cancel', { params: { jobId: id } })
  expect((await cancel(clients.stranger)).error?.code).toBe('not_found')
  expect((await cancel(clients.owner)).status).toBe(200)
  await finished
  expect((await list(clients.owner)).find((job) => job.id === id)?.state).toBe('cancelled')
  expect((await cancel(clients.owner)).error?.code).toBe('conflict')
})

test('people who may only view the location cannot cancel its job', async () => {
  const end = Promise.withResolvers<void>()
  const { id, finished } = await server.deps.jobs.run(
    { kind: 'waiting', locationId: homeId },
    () => end.promise,
  )
  expect((await clients.owner.call('POST /jobs/:jobId/cancel', { params: { jobId: id } })).error?.code).toBe(
    'not_allowed',
  )
  expect((await clients.aggregator.call('POST /jobs/:jobId/cancel', { params: { jobId: id } })).status).toBe(
    200,
  )
  end.resolve()
  await finished
})

test('work that throws is failed, and its reason stays in the log', async () => {
  const { id, finished } = await server.deps.jobs.run({ kind: 'broken', locationId: homeId }, async () => {
    throw new Error('secret detail')
  })
  await finished
  const job = (await list(clients.owner)).find((candidate) => candidate.id === id)
  expect(job).toMatchObject({ state: 'failed', error: 'unexpected' })
  expect(JSON.stringify(job)).not.toContain('secret detail')
  expect(server.logged).toContainEqual(
    expect.objectContaining({
      job: id,
      kind: 'broken',
      err: expect.objectContaining({ message: 'secret detail' }),
    }),
  )
})

test('exclusive work waits for earlier work, successful or not; other work does not', async () => {
  const events: string[] = []
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const start = (kind: string, takesTurns: boolean, name: string, until = Promise.resolve()) =>
    server.deps.jobs.run({ kind, takesTurns, createdBy: ownerId }, async (progress) => {
      await progress.report({})
      events.push(`${name} begins`)
      await until
      events.push(`${name} ends`)
      if (name === 'first') throw new Error('on the way')
    })
  const first = await start('turns', true, 'first', held.promise)
  // Each reports over a separate connection before it begins.
  await vi.waitUntil(() => events.length > 0)
  const second = await start('turns', true, 'second')
  const third = await start('turns', true, 'third')
  await (await start('other', true, 'other')).finished
  expect(events).toEqual(['first begins', 'other begins', 'other ends'])
  const cancelled = await clients.owner.call('POST /jobs/:jobId/cancel', { params: { jobId: second.id } })
  expect(cancelled.status).toBe(200)
  held.resolve()
  await Promise.all([first.finished, second.finished, third.finished])
  expect(events.slice(3)).toEqual(['first ends', 'third begins', 'third ends'])
})

test('named work waits for earlier work that shares a name with it, and for no other', async () => {
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const begun: string[] = []
  const start = (name: string, takesTurns: string[], until?: Promise<void>) =>
    server.deps.jobs.run({ kind: 'named', takesTurns, createdBy: ownerId }, async () => {
      begun.push(name)
      await until
    })
  const first = await start('first', ['by Ana', 'list 1'], held.promise)
  const sameList = await start('same list', ['by Bor', 'list 1'])
  const samePerson = await start('same person', ['by Ana', 'list 2'])
  await (await start('other', ['by Cene', 'list 3'])).finished
  expect(begun).toEqual(['first', 'other'])
  held.resolve()
  await Promise.all([first.finished, sameList.finished, samePerson.finished])
  expect(begun.slice(2).sort()).toEqual(['same list', 'same person'])
})

test('exclusive work waits for all earlier work, even if the first of them has ended', async () => {
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const begun: string[] = []
  const start = (name: string, until?: Promise<void>) =>
    server.deps.jobs.run({ kind: 'queue', takesTurns: true, createdBy: ownerId }, async () => {
      begun.push(name)
      await until
    })
  const first = await start('first')
  const second = await start('second', held.promise)
  await first.finished
  const third = await start('third')
  await (await server.deps.jobs.run({ kind: 'other' }, async () => {})).finished
  expect(begun).toEqual(['first', 'second'])
  held.resolve()
  await Promise.all([second.finished, third.finished])
  expect(begun).toEqual(['first', 'second', 'third'])
})

test('a job whose process died is failed at the next start', async () => {
  const { db, deps } = server
  const long = new Date(server.clock.time - 120_000)
  const row = await db.row<{ id: number }>(sql`
    insert into job (kind, created_at, updated_at, created_by) values ('dead', ${long}, ${long}, ${ownerId}) returning id`)
  const restarted = await startJobs({ db, clock: deps.clock, log: deps.log })
  await restarted.close()
  const job = (await list(clients.owner)).find((candidate) => candidate.id === row!.id)
  expect(job).toMatchObject({ state: 'failed', error: 'process_died' })
})
