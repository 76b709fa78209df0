import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertGroup, insertLocation, insertUser } from '../../testing/test-world.ts'
import { takeBulkChanges } from './bulk-run-queries.ts'
import { countAudit, createBulkClient } from './bulk-test-kit.ts'
import { carryOutItem } from './carry-out-item.ts'
import { startBulkChanges } from './start-bulk-changes.ts'

let server: TestServer
let companyId: number
let rootId: number
let northId: number
let southId: number
let homes: number[]
let foreignId: number
let anaId: number
let ana: ReturnType<typeof createBulkClient>
let bor: ReturnType<typeof createBulkClient>
let owner: ReturnType<typeof createBulkClient>
let stranger: ReturnType<typeof createBulkClient>

beforeAll(async () => {
  server = await startTestServer({ settings: { logLevel: 'error' } })
  const { db } = server
  ;({ companyId, rootGroupId: rootId } = await insertCompany(db, 'Sun'))
  northId = await insertGroup(db, companyId, rootId, 'North')
  southId = await insertGroup(db, companyId, rootId, 'South')
  const other = await insertCompany(db, 'Moon')
  foreignId = await insertLocation(db, { companyId: other.companyId, locationGroupId: other.rootGroupId })
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertLocation(db, { companyId, locationGroupId: northId, ownerId })
  anaId = await insertUser(db, 'ana@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'bor@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'stranger@test.si', 'ROLE_AGGREGATOR', { companyIds: [other.companyId] })
  const signIn = async (name: string) => {
    const client = server.client()
    await client.signIn(`${name}@test.si`)
    return createBulkClient(server, client, rootId)
  }
  ana = await signIn('ana')
  bor = await signIn('bor')
  owner = await signIn('owner')
  stranger = await signIn('stranger')
})
afterAll(() => server.stop())
beforeEach(async () => {
  homes = []
  for (const name of ['Barn', 'Farm', 'Mill'])
    homes.push(await insertLocation(server.db, { companyId, locationGroupId: northId, name }))
})

const toSouth = () => ({ action: 'group' as const, locationGroupId: southId })
const groupsOf = async (ids: number[]) => {
  const rows = await server.db.rows<{ at: number }>(
    sql`select location_group_id as at from location where id = any(${ids}::int[]) order by id`,
  )
  return rows.map(({ at }) => at)
}
const moveTo = (groupId: number, id: number) =>
  server.db.run(sql`update location set location_group_id = ${groupId} where id = ${id}`)

test('marked locations are moved, and what became of each is kept and written down', async () => {
  await moveTo(southId, homes[1]!)
  const change = await ana.carryOut(homes, toSouth())
  expect(change).toMatchObject({
    ...{ action: 'group', state: 'done', target: { id: southId, name: 'South' }, undoable: 2 },
    counts: { waiting: 0, sent: 0, done: 2, skipped: 1, failed: 0 },
  })
  expect(await groupsOf(homes)).toEqual([southId, southId, southId])
  expect([...(await ana.outcomes(change.id)).values()]).toEqual(['done', 'skipped: already', 'done'])
  const only = await ana.items(change.id, { outcome: 'skipped' })
  expect(only.data.items.map(({ location }) => location.name)).toEqual(['Farm'])
  expect(await countAudit(server, 'bulk_change_started')).toBe(1)
  expect(await countAudit(server, 'location_changed')).toBe(2)
})

test('the question before says how many it touches and why not the others', async () => {
  await moveTo(southId, homes[0]!)
  const { data } = await ana.preview([...homes, foreignId], toSouth())
  expect(data).toEqual({
    ...{ total: 4, touched: 2 },
    left_out: [
      { reason: 'already', count: 1 },
      { reason: 'gone', count: 1 },
    ],
  })
})

test('foreign locations and groups are as if they did not exist', async () => {
  expect((await ana.start([foreignId], toSouth())).error?.code).toBe('not_found')
  const foreignGroup = { action: 'group' as const, locationGroupId: 1_000_000 }
  expect((await ana.start(homes, foreignGroup)).error?.code).toBe('not_found')
  const change = await ana.carryOut([homes[0]!, foreignId], toSouth())
  expect([...(await ana.outcomes(change.id)).keys()]).toEqual([homes[0]])
  expect((await stranger.items(change.id)).error?.code).toBe('not_found')
  expect((await owner.start(homes, toSouth())).error?.code).toBe('not_allowed')
  expect((await owner.undo(change.id)).error?.code).toBe('not_allowed')
})

test('a change is taken back except for what somebody else has changed since', async () => {
  const change = await ana.carryOut(homes, toSouth())
  await moveTo(rootId, homes[2]!)
  const undo = await bor.takeBack(change.id)
  expect(undo).toMatchObject({ undoes: change.id, state: 'done', undoable: 0, by: { first_name: 'Ana' } })
  expect(await groupsOf(homes)).toEqual([northId, northId, rootId])
  expect((await bor.outcomes(undo.id)).get(homes[2]!)).toBe('skipped: changed_since')
  expect(await ana.one(change.id)).toMatchObject({ undoable: 1 })
  await moveTo(southId, homes[2]!)
  const rest = await bor.takeBack(change.id)
  expect(rest.counts, 'only what is left of it').toMatchObject({ done: 1, skipped: 0 })
  expect((await ana.undo(undo.id)).error?.code).toBe('conflict')
  const ids = (await bor.list()).data.changes.map(({ id }) => id)
  expect(ids.slice(0, 3)).toEqual([rest.id, undo.id, change.id])
})

test('a group that is gone is not made again', async () => {
  const westId = await insertGroup(server.db, companyId, rootId, 'West')
  await moveTo(westId, homes[0]!)
  const change = await ana.carryOut([homes[0]!], toSouth())
  await server.db.run(sql`delete from location_group where id = ${westId}`)
  const undo = await ana.takeBack(change.id)
  expect([...(await ana.outcomes(undo.id)).values()]).toEqual(['skipped: group_gone'])
})

test('a ready-made alarm rule is switched on where it is not, and off again unless somebody has changed it', async () => {
  const peak = { action: 'rule' as const, rule: 'peak' as const }
  const change = await ana.carryOut(homes.slice(0, 2), peak)
  expect(change.counts).toMatchObject({ done: 2 })
  expect((await ana.preview(homes, peak)).data.touched).toBe(1)
  expect((await ana.carryOut(homes, peak)).counts).toMatchObject({ done: 1, skipped: 2 })
  await server.db.run(sql`update alarm_rule set revision = 2 where location_id = ${homes[1]}`)
  await bor.takeBack(change.id)
  const left = await server.db.rows<{ id: number }>(
    sql`select location_id as id from alarm_rule where location_id = any(${homes}::int[]) order by location_id`,
  )
  expect(left.map(({ id }) => id)).toEqual([homes[1], homes[2]])
  await server.db.run(sql`update alarm_rule set enabled = false where location_id = ${homes[1]}`)
  const again = await ana.carryOut([homes[1]!], peak)
  await ana.takeBack(again.id)
  const rule = await server.db.row(
    sql`select enabled, revision from alarm_rule where location_id = ${homes[1]}`,
  )
  expect(rule).toEqual({ enabled: false, revision: 4 })

  // A name makes no other rule of it.
  await server.db.run(sql`update alarm_rule set name = 'Agreed power'`)
  expect((await ana.preview(homes, peak)).data.touched).toBe(2)
  expect((await ana.carryOut(homes, peak)).counts).toMatchObject({ done: 2, skipped: 1 })
  expect(await server.db.rows(sql`select from alarm_rule where location_id = ${homes[1]}`)).toHaveLength(1)
})

/** Of Ana nothing begins in the group until she is told to go on. */
async function holdAna() {
  const held = Promise.withResolvers<void>()
  const takesTurns = [`by ${anaId} in ${rootId}`]
  const { finished } = await server.deps.jobs.run({ kind: 'bulk_change', takesTurns }, () => held.promise)
  onTestFinished(async () => {
    held.resolve()
    await finished
  })
  return async () => {
    held.resolve()
    await server.deps.bulkChanges.settled()
  }
}

test('of one person one change runs at a time, and other people do not wait for it', async () => {
  const goOn = await holdAna()
  const first = (await ana.start([homes[0]!], toSouth())).data.change
  const back = { action: 'group' as const, locationGroupId: northId }
  const second = (await ana.start([homes[0]!], back)).data.change
  const other = (await bor.start([homes[1]!], toSouth())).data.change
  await expect.poll(async () => (await ana.one(other.id)).state).toBe('done')
  expect((await ana.one(first.id)).state).toBe('waiting')
  await goOn()
  expect([(await ana.one(first.id)).state, (await ana.one(second.id)).counts.done]).toEqual(['done', 1])
  expect(await groupsOf(homes)).toEqual([northId, southId, northId])
})

test('a permission that is withdrawn meanwhile counts', async () => {
  const goOn = await holdAna()
  const { change } = (await ana.start(homes, toSouth())).data
  await server.db.run(sql`delete from user_company where user_id = ${anaId}`)
  onTestFinished(async () => {
    await server.db.run(sql`insert into user_company (user_id, company_id) values (${anaId}, ${companyId})`)
  })
  await goOn()
  expect(new Set((await bor.outcomes(change.id)).values())).toEqual(new Set(['skipped: not_allowed']))
  expect(await groupsOf(homes)).toEqual([northId, northId, northId])
})

test('a location that went to another company meanwhile is left alone, also by who runs both', async () => {
  const away = await insertCompany(server.db, 'Away')
  const runsBoth = sql`insert into user_company (user_id, company_id) values (${anaId}, ${away.companyId})`
  await server.db.run(runsBoth)
  const goOn = await holdAna()
  const { change } = (await ana.start(homes.slice(0, 2), { action: 'rule', rule: 'peak' })).data
  await server.db.run(sql`
    update location set company_id = ${away.companyId}, location_group_id = ${away.rootGroupId} where id = ${homes[0]}`)
  await goOn()
  expect([...(await ana.outcomes(change.id)).values()]).toEqual(['skipped: gone', 'done'])
  expect(await server.db.rows(sql`select from alarm_rule where location_id = ${homes[0]}`)).toEqual([])
})

test('another process begins no later change while one is at an earlier one of the same person', async () => {
  const goOn = await holdAna()
  const first = (await ana.start([homes[0]!], toSouth())).data.change.id
  const second = (await ana.start([homes[1]!], toSouth())).data.change.id
  const now = server.clock.time
  const leaseOf = (id: number, until: number) =>
    server.db.run(sql`update bulk_change set leased_until = ${new Date(until)} where id = ${id}`)
  const take = async () =>
    (await takeBulkChanges(server.db, [], { now, leasedUntil: now + 1 })).map(({ id }) => id)
  await leaseOf(second, now)
  expect(await take()).toEqual([])
  await leaseOf(first, now)
  expect(await take()).toEqual([first, second])
  await goOn()
})

test('what was asked to stop before its process died is stopped, not gone on with', async () => {
  const goOn = await holdAna()
  const { id } = (await ana.start(homes, toSouth())).data.change
  await ana.cancel(id)
  await goOn()
  const job = await server.db.row<{ id: number }>(sql`
    insert into job (kind, state, created_at, cancel_requested_at) values ('bulk_change', 'failed', now(), now()) returning id`)
  await server.db.run(sql`
    update bulk_change set state = 'running', ended_at = null, cancelled_at = null, job_id = ${job!.id},
      leased_until = ${new Date(server.clock.time)} where id = ${id}`)
  await server.db.run(sql`update bulk_item set outcome = 'waiting', reason = null where change_id = ${id}`)
  await server.deps.bulkChanges.begin()
  await server.deps.bulkChanges.settled()
  expect(await ana.one(id)).toMatchObject({ state: 'cancelled', counts: { skipped: 3, done: 0 } })
  expect(await groupsOf(homes)).toEqual([northId, northId, northId])
})

test('what is stopped leaves the others as they are', async () => {
  const goOn = await holdAna()
  const { change } = (await ana.start(homes, toSouth())).data
  const stopped = (await bor.cancel(change.id)).data.change
  expect(stopped).toMatchObject({ state: 'cancelled', counts: { skipped: 3 }, cancelled_by: {} })
  await goOn()
  expect((await ana.cancel(change.id)).data.change.state).toBe('cancelled')
  expect(await groupsOf(homes)).toEqual([northId, northId, northId])
  expect((await ana.undo(change.id)).error?.code).toBe('conflict')
})

test('what a dead process has left goes on where it was, and nothing is done twice', async () => {
  const { id } = await ana.carryOut(homes, toSouth())
  const before = await countAudit(server, 'location_changed')
  await server.db.run(
    sql`update bulk_change set state = 'running', ended_at = null, leased_until = ${new Date(server.clock.time)}
        where id = ${id}`,
  )
  await server.db.run(
    sql`update bulk_item set outcome = 'waiting' where change_id = ${id} and location_id <> ${homes[0]}`,
  )
  for (const home of homes) await moveTo(northId, home)
  // Two processes find it at the same moment.
  const { db, clock, log, jobs } = server.deps
  const other = await startBulkChanges({ db, clock, log, jobs })
  await Promise.all([server.deps.bulkChanges.begin(), other.begin()])
  await Promise.all([server.deps.bulkChanges.settled(), other.settled()])
  await other.close()
  expect(await ana.one(id)).toMatchObject({ state: 'done', counts: { done: 3, waiting: 0 } })
  expect(await groupsOf(homes)).toEqual([northId, southId, southId])
  expect(await countAudit(server, 'location_changed')).toBe(before + 2)
})

test('the turn of a location comes once, also if two processes believe that they have the change', async () => {
  const { id } = await ana.carryOut([homes[0]!], toSouth())
  await moveTo(northId, homes[0]!)
  const change = {
    ...{ id, company_id: companyId, location_group_id: rootId, wish: toSouth(), undoes: null, total: 1 },
    ...{ created_by: anaId, impersonator_id: null, failures: 0, is_stopped: false },
  }
  const onUnexpected = (error: unknown) => expect.unreachable(String(error))
  await carryOutItem(server.db, change, 0, { now: server.clock.time, onUnexpected })
  expect(await groupsOf([homes[0]!])).toEqual([northId])
})

test('ten thousand are taken at once, and not one more', async () => {
  const rows = await server.db.rows<{ id: number }>(
    sql`insert into location (company_id, location_group_id, name, country_code, bidding_zone, time_zone)
        select ${companyId}, ${northId}, 'Home ' || n, 'SI', 'SI', 'Europe/Ljubljana' from generate_series(1, 200) as n
        returning id`,
  )
  const unknown = Array.from({ length: 9800 }, (_, place) => 1_000_000 + place)
  const ids = [...rows.map(({ id }) => id), ...unknown]
  await holdAna()
  expect((await ana.start([...ids, 1], toSouth())).error?.code).toBe('invalid_request')
  const { change } = (await ana.start(ids, toSouth())).data
  expect(change.counts.waiting).toBe(200)
  expect((await ana.preview(ids, toSouth())).data).toMatchObject({ total: 10_000, touched: 200 })
  const first = (await ana.items(change.id)).data
  const second = (await ana.items(change.id, { after: first.next! })).data
  expect([first.items.length, second.items[0]!.position]).toEqual([50, 50])
  await ana.cancel(change.id)
})

test('at most ten wait', async () => {
  const goOn = await holdAna()
  for (let count = 0; count < 10; count++) expect((await ana.start([homes[0]!], toSouth())).status).toBe(202)
  expect((await ana.start([homes[0]!], toSouth())).error?.code).toBe('too_many_bulk_changes')
  await goOn()
})

test('at most fifty of a person wait, in however many groups', async () => {
  const goOn = await holdAna()
  const later = new Date(server.clock.time + 86_400_000)
  await server.db.run(
    sql`insert into bulk_change (company_id, location_group_id, wish, created_by, created_at, leased_until)
        select ${companyId}, null, '{"action":"group","locationGroupId":1}', u.id, ${later}, ${later}
        from app_user u, generate_series(1, 50) as n
        where u.email = 'bor@test.si' or (u.id = ${anaId} and n < 50)`,
  )
  expect((await ana.start([homes[0]!], toSouth())).status).toBe(202)
  expect((await ana.start([homes[0]!], toSouth())).error?.code).toBe('too_many_bulk_changes')
  await server.db.run(sql`delete from bulk_change where location_group_id is null`)
  await goOn()
})

test('the file says what became of each', async () => {
  const { id } = await ana.carryOut([homes[0]!], toSouth())
  const lines = (await ana.file(id)).trim().split('\r\n')
  expect(lines[0]).toBe('locationId,locationName,outcome,reason,undone,at')
  expect(lines[1]).toMatch(new RegExp(`^${homes[0]},Barn,done,,false,2`))
})
