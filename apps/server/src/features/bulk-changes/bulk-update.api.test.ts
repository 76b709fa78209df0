import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { createBulkClient } from './bulk-test-kit.ts'

let server: TestServer
let companyId: number
let rootId: number
let imageId: number
let ana: ReturnType<typeof createBulkClient>

beforeAll(async () => {
  server = await startTestServer({ settings: { logLevel: 'error' } })
  ;({ companyId, rootGroupId: rootId } = await insertCompany(server.db, 'Sun'))
  await insertUser(server.db, 'ana@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const client = server.client()
  await client.signIn('ana@test.si')
  ana = createBulkClient(server, client, rootId)
  const row = await server.db.row<{ id: number }>(
    sql`insert into software_image (name, kind, size, state, version, sha256, created_at)
        values ('a', 'CONTROLLER', 1, 'released', '2.0.0', 'abc', now()) returning id`,
  )
  imageId = row!.id
})
afterAll(() => server.stop())

async function insertHome(name: string, version: string | null, features = ['update']) {
  const id = await insertLocation(server.db, { companyId, locationGroupId: rootId, name })
  if (version === null) return id
  const { controllerId } = await insertController(server.db, id)
  const info = JSON.stringify({ softwareVersion: version, features })
  await server.db.run(sql`update controller set info = ${info}::jsonb where id = ${controllerId}`)
  return id
}
const wish = () => ({
  ...{ action: 'update' as const, imageId, name: 'To version 2.0.0', plan: 'careful' as const },
  stopFailures: 3,
})

test('an update is one roll-out over exactly the marked locations, and cannot be taken back', async () => {
  const unmarked = await insertHome('Unmarked', '1.0.0')
  const ids = [
    await insertHome('Barn', '1.0.0'),
    await insertHome('Farm', '1.0.0'),
    await insertHome('Current', '2.0.0'),
    await insertHome('Other', '1.0.0', []),
    await insertHome('Empty', null),
  ]
  expect((await ana.preview(ids, wish())).data).toMatchObject({ total: 5, touched: 2 })
  const change = await ana.carryOut(ids, wish())
  expect(change).toMatchObject({ state: 'done', undoable: 0, counts: { done: 2, skipped: 3 } })
  expect([...(await ana.outcomes(change.id)).values()].sort()).toEqual([
    ...['done', 'done', 'skipped: already', 'skipped: no_controller', 'skipped: not_suitable'],
  ])
  const targets = await server.db.rows<{ id: number }>(
    sql`select c.location_id as id from software_update s join controller c on c.id = s.controller_id
        where s.roll_out_id = ${change.roll_out!.id} order by 1`,
  )
  expect(targets.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect((await ana.undo(change.id)).error?.code).toBe('conflict')
  // Those that are in a roll-out are not put into a second one.
  const second = await ana.carryOut([ids[0]!, unmarked], wish())
  expect([...(await ana.outcomes(second.id)).values()].sort()).toEqual(['done', 'skipped: busy'])
})

test('software that is not released to be rolled out, and people who may no longer, start nothing', async () => {
  const id = await insertHome('Late', '1.0.0')
  const unknown = { ...wish(), imageId: 1_000_000 }
  expect((await ana.start([id], unknown)).error?.code).toBe('not_found')
  const anaId = (await server.db.row<{ id: number }>(
    sql`select id from app_user where email = 'ana@test.si'`,
  ))!.id
  const held = Promise.withResolvers<void>()
  const takesTurns = [`by ${anaId} in ${rootId}`]
  await server.deps.jobs.run({ kind: 'bulk_change', takesTurns }, () => held.promise)
  const { change } = (await ana.start([id], wish())).data
  await server.db.run(sql`delete from user_company where user_id = ${anaId}`)
  held.resolve()
  await server.deps.bulkChanges.settled()
  await server.db.run(sql`insert into user_company (user_id, company_id) values (${anaId}, ${companyId})`)
  expect([...(await ana.outcomes(change.id)).values()]).toEqual(['skipped: not_allowed'])
  expect((await ana.one(change.id)).roll_out).toBeNull()
})
