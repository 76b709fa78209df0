import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestController } from '../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { openEmbeddedDb } from '../apps/server/src/platform/db/embedded-db.ts'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { copyEmbeddedDatabase } from '../apps/server/src/testing/embedded-snapshot.ts'
import { startMailServer, type TestMailServer } from '../apps/server/src/testing/start-mail-server.ts'
import { createTestClient } from '../apps/server/src/testing/test-client.ts'
import { insertCompany, insertGroup, insertUser } from '../apps/server/src/testing/test-world.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'

// What a server does for many at once, killed in the middle: the next one does the rest, and nothing twice.

const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-killed-'))
const started: CloudProcess[] = []
let mails: TestMailServer

beforeAll(async () => {
  mails = await startMailServer()
  await copyEmbeddedDatabase(dataDir)
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})
afterAll(async () => {
  await mails.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
})

async function start(): Promise<CloudProcess> {
  const server = await startCloudProcess({ SMTP_URL: mails.url, MAIL_FROM: 'cloud@test.si' }, { dataDir })
  started.push(server)
  return server
}

/** While no server has it. */
async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await openEmbeddedDb(dataDir)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const people = 40
const base = '/location-groups/:locationGroupId/bulk-changes'

/** Homes of a company in one group, the controller of the first, and people who run them and want mails. */
async function prepare(db: Db) {
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  const northId = await insertGroup(db, companyId, rootGroupId, 'North')
  const southId = await insertGroup(db, companyId, rootGroupId, 'South')
  const homes = await db.rows<{ id: number }>(sql`
    insert into location (company_id, location_group_id, name, country_code, bidding_zone, time_zone)
    select ${companyId}, ${northId}, 'Home ' || n, 'SI', 'SI', 'Europe/Ljubljana' from generate_series(1, 300) n
    returning id`)
  const homeIds = homes.map(({ id }) => id)
  const controller = await createTestController(db, homeIds[0]!)
  await insertUser(db, 'agg0@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await db.run(sql`
    with made as (insert into app_user (email, password_hash, first_name, email_verified_at)
      select 'agg' || n || '@test.si', '', 'Ana', now() from generate_series(1, ${people - 1}::int) n returning id),
    roles as (insert into user_role (user_id, role) select id, 'ROLE_AGGREGATOR' from made)
    insert into user_company (user_id, company_id) select id, ${companyId} from made`)
  await db.run(sql`insert into notice_setting (user_id, mail) select id, true from app_user`)
  return { rootGroupId, southId, homeIds, controller }
}

test('a change of many locations and news of an alarm go on where a killed server left them, and nothing is done twice', async () => {
  const { rootGroupId, southId, homeIds, controller } = await withDatabase(prepare)
  const params = { locationGroupId: rootGroupId }
  const signIn = async (server: CloudProcess) => {
    await server.ready
    const client = createTestClient(server.url)
    await client.signIn('agg0@test.si')
    return client
  }

  const first = await start()
  const ana = await signIn(first)
  // Off grid: an alarm of which all are told.
  await fetch(`${first.url}/link/v1/${controller.serial}/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ v: 1, samples: [{ ts: Date.now(), values: { 'grid/grid_mode': 2 } }] }),
  })
  const wish = { action: 'group' as const, locationGroupId: southId }
  const begun = await ana.call(`POST ${base}`, { params, body: { locationIds: homeIds, wish } })
  const bulkChangeId = begun.data.change.id
  await mails.next('agg0@test.si')
  first.signal('SIGKILL')
  await first.ended
  expect(mails.received.length).toBeLessThan(people)

  const second = await start()
  const again = await signIn(second)
  const look = async () =>
    (await again.call(`GET ${base}/:bulkChangeId`, { params: { ...params, bulkChangeId } })).data.change
  const counts = { done: homeIds.length, waiting: 0, skipped: 0, failed: 0 }
  const patience = { timeout: 120_000, interval: 100 }
  await expect.poll(look, patience).toMatchObject({ state: 'done', counts })
  // The mail that was just being sent follows when nobody can be at it any more.
  const reached = () => new Set(mails.received.flatMap(({ recipients }) => recipients)).size
  await expect.poll(reached, patience).toBeGreaterThanOrEqual(people - 1)
  await second.stop()

  await withDatabase(async (db) => {
    const listOf = async (of: ReturnType<typeof sql>) =>
      (await db.rows<{ one: string | number }>(of)).map(({ one }) => one)
    const moved = await listOf(
      sql`select location_id as one from audit_log where action = 'location_changed' order by 1`,
    )
    expect(moved, 'each once').toEqual(homeIds)
    expect(await listOf(sql`select id as one from location where location_group_id <> ${southId}`)).toEqual(
      [],
    )
    expect(
      await listOf(sql`select state as one from job where kind = 'bulk_change' order by 1`),
      'cut off once',
    ).toEqual(['done', 'failed'])
    const told = await listOf(sql`select recipient as one from mail where kind = 'alarms'`)
    expect([told.length, new Set(told).size]).toEqual([people, people])
    expect(await listOf(sql`select state as one from alarm_notice`)).toEqual(Array(people).fill('sent'))
    expect(await listOf(sql`select id as one from alarm_event`)).toEqual([])
  })
})
