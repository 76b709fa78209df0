import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertController, insertLocation } from '../../testing/test-world.ts'
import { cleanUp, findExpired, leftovers } from './clean-up.ts'

const dayMs = 86_400_000
let server: TestServer
let locationId: number
let controllerId: number

beforeAll(async () => {
  // The database has its own clock, which the audit log uses.
  server = await startTestServer({ time: Date.now() })
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
  locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId })
  ;({ controllerId } = await insertController(server.db, locationId, [{ key: 'grid', category: 'GRID' }]))
})
afterAll(() => server.stop())

let rows = 0
const daysAgo = (days: number) => new Date(server.clock.time - days * dayMs)
const count = async (table: string, where = 'true') =>
  (await server.db.row<{ n: number }>(
    sql`select count(*) as n from ${rawSql(table)} where ${rawSql(where)}`,
  ))!.n

/** A row of each kind that expired this many days ago. */
const insert: Record<string, (days: number) => Promise<unknown>> = {
  job: (days) =>
    server.db.run(sql`insert into job (kind, state, finished_at) values ('x', 'done', ${daysAgo(days)})`),
  bulk_change: (days) =>
    server.db.run(sql`
      insert into bulk_change (company_id, wish, state, created_at, ended_at, leased_until)
      select company_id, '{"action": "group"}', 'done', now(), ${daysAgo(days)}, now() from location where id = ${locationId}`),
  alarm: (days) =>
    server.db.run(sql`
      insert into alarm (location_id, controller_id, type, status, first_recurrence_at, last_recurrence_at, cleared_at)
      values (${locationId}, ${controllerId}, 'ERROR', 'CLEARED', now(), now(), ${daysAgo(days)})`),
  platform_incident: (days) =>
    server.db.run(sql`
      insert into platform_incident (kind, started_at, ended_at) values ('away', now(), ${daysAgo(days)})`),
  alarm_notice: (days) =>
    server.db.run(sql`
      insert into alarm_notice (channel, kind, state, created_at, due_at, done_at)
      values ('mail', 'test', 'sent', now(), now(), ${daysAgo(days)})`),
  command: (days) =>
    server.db.run(sql`
      insert into command (id, controller_id, op, args, expires_at)
      values (gen_random_uuid(), ${controllerId}, 'refresh', '{}', ${daysAgo(days)})`),
  invitation: (days) =>
    server.db.run(sql`
      insert into invitation (location_id, email, token_hash, created_at, expires_at)
      values (${locationId}, 'a@test.si', ${Buffer.from(`${++rows}`)}, now(), ${daysAgo(days)})`),
  link_refusal: (days) =>
    server.db.run(sql`
      insert into link_refusal (controller_id, reason, count, first_at, last_at)
      values (${controllerId}, ${`r${++rows}`}, 1, now(), ${daysAgo(days)})`),
  controller_connection: (days) =>
    server.db.run(sql`
      insert into controller_connection (controller_id, at, online) values (${controllerId}, ${daysAgo(days)}, true)`),
  tunnel: (days) =>
    server.db.run(sql`
      insert into tunnel (controller_id, location_id, host_name, ssh_user, ssh_key, opened_at, expires_at, closed_at, end_cause)
      values (${controllerId}, ${locationId}, ${`t${++rows}`}, ${`t${rows}`}, '', now(), now(), ${daysAgo(days)}, 'expired')`),
  controller: (days) =>
    server.db.run(sql`
      insert into controller (unit_id, kind, revoked_at) values (${`R${++rows}`}, 'GATEWAY', ${daysAgo(days)})`),
}

test('each kind of row is deleted when its days are over, and not before', async () => {
  expect(Object.keys(insert)).toHaveLength(leftovers.length)
  for (const { table, days } of leftovers) {
    const before = await count(table)
    await insert[table]!(days - 0.5)
    await insert[table]!(days + 0.5)
    await cleanUp(server.deps)
    expect(await count(table), table).toBe(before + 1)
  }
})

test('what is due is found by an index, the oldest first', async () => {
  for (const leftover of leftovers) {
    const plan = await server.db.transaction(async (tx) => {
      // An empty table is read whole unless that is forbidden; without an index it still would be.
      await tx.run(sql`set local enable_seqscan = off`)
      await tx.run(sql`set local enable_sort = off`)
      return tx.rows<Record<string, string>>(sql`explain ${findExpired(leftover, server.clock.time)}`)
    })
    const lines = plan.map((row) => Object.values(row)[0]!).join('\n')
    expect(lines, leftover.table).toMatch(new RegExp(`Index Scan using \\w+ on ${leftover.table}\\b`))
    expect(lines, leftover.table).not.toContain('Sort')
  }
})

test('several processes clean up together', async () => {
  const { days } = leftovers.find(({ table }) => table === 'job')!
  const old = daysAgo(days + 1)
  await server.db.run(sql`
    insert into job (kind, state, finished_at) select 'many', 'done', ${old}::timestamptz from generate_series(1, 12000)`)
  await Promise.all([cleanUp(server.deps), cleanUp(server.deps), cleanUp(server.deps)])
  await cleanUp(server.deps)
  expect(await count('job', "kind = 'many'")).toBe(0)
})

test('one run deletes all that is due, however many pieces that takes', async () => {
  await server.db.run(sql`
    insert into job (kind, state, finished_at)
    select 'many', 'done', ${daysAgo(1000)}::timestamptz from generate_series(1, 10001)`)
  await cleanUp(server.deps)
  expect(await count('job', "kind = 'many'")).toBe(0)
})

test('each age stands in docs/data-protection.md', () => {
  const text = readFileSync(new URL('../../../../../docs/data-protection.md', import.meta.url), 'utf8')
  for (const { table, days } of leftovers)
    expect(text).toMatch(new RegExp(`^\\| \`${table}\` \\|.*\\| ${days} days`, 'm'))
})

test('what is still open, or still needed, stays', async () => {
  const old = daysAgo(1000)
  await server.db.run(sql`insert into job (kind, created_at) values ('open', ${old})`)
  await server.db.run(sql`
    insert into alarm (location_id, type, first_recurrence_at, last_recurrence_at)
    values (${locationId}, 'OFF_GRID', ${old}, ${old})`)
  const { controllerId: revoked } = await insertController(server.db, locationId, [
    { key: 'pv', category: 'SOLAR_POWER_PLANT' },
  ])
  await server.db.run(sql`update controller set revoked_at = ${old} where id = ${revoked}`)
  // Without devices; its alarm and its command are not due yet.
  for (const unitId of ['WITH ALARM', 'WITH COMMAND'])
    await server.db.run(
      sql`insert into controller (unit_id, kind, revoked_at) values (${unitId}, 'GATEWAY', ${old})`,
    )
  await server.db.run(sql`
    insert into alarm (location_id, controller_id, type, status, first_recurrence_at, last_recurrence_at, cleared_at)
    select ${locationId}, id, 'ERROR', 'CLEARED', now(), now(), now() from controller where unit_id = 'WITH ALARM'`)
  await server.db.run(sql`
    insert into command (id, controller_id, op, args, expires_at)
    select gen_random_uuid(), id, 'refresh', '{}', now() from controller where unit_id = 'WITH COMMAND'`)
  await cleanUp(server.deps)
  expect(await count('controller', "unit_id like 'WITH %'")).toBe(2)
  expect(await count('job', "kind = 'open'")).toBe(1)
  expect(await count('alarm', "type = 'OFF_GRID'")).toBe(1)
  expect(await count('controller', `id = ${revoked}`)).toBe(1)
})

test('the audit log goes back as far as its setting says, including the addresses of failed sign-ins', async () => {
  await server.db.run(sql`insert into audit_log (at, action) values (${daysAgo(399)}, 'sign_in_failed')`)
  const { id } = (await server.db.row<{ id: number }>(
    sql`insert into audit_log (at, action) values (${daysAgo(401)}, 'sign_in_failed') returning id`,
  ))!
  await server.db.run(sql`insert into audit_address (entry_id, address) values (${id}, '198.51.100.8')`)
  await cleanUp(server.deps)
  expect(await count('audit_log', `id = ${id}`)).toBe(0)
  expect(await count('audit_address', `entry_id = ${id}`)).toBe(0)
  expect(await count('audit_log', "action = 'sign_in_failed'")).toBe(1)
  // Nothing of the last 90 days can be deleted by anybody, and nothing at all in any other way.
  await server.db.run(sql`insert into audit_log (at, action) values (${daysAgo(89)}, 'sign_out')`)
  await server.db.row(sql`select drop_old_audit_entries(now() + interval '1 day', 1000)`)
  expect(await count('audit_log', "action = 'sign_out'")).toBe(1)
  await expect(server.db.run(sql`delete from audit_log`)).rejects.toThrow('append-only')
})
