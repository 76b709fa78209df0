import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { hashToken } from '../../platform/random-token.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { checkVisit } from './check-visit.ts'
import { checkVisits } from './check-visits.ts'
import { createInFlight } from './in-flight.ts'
import { closeOverdue } from './tunnel-queries.ts'
import { enterVisit } from './visit-queries.ts'

const now = Date.now()
const minute = 60_000
const clock = { now: () => now }
let db: Db
let close: () => Promise<void>
let agg: number
let admin: number
let place: { companyId: number; locationGroupId: number }
let locationId: number
let controllerId: number
let tunnelId: number
let sessionId: number
let hostName: string

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  place = { companyId, locationGroupId: rootGroupId }
  agg = await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  admin = await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
})
afterAll(() => close())
beforeEach(async () => {
  locationId = await insertLocation(db, place)
  ;({ controllerId } = await insertController(db, locationId))
  hostName = randomBytes(13).toString('hex')
  const tunnel = await db.row<{ id: number }>(sql`
    insert into tunnel (controller_id, location_id, host_name, ssh_user, ssh_key, opened_at, expires_at, connected_at,
      holder_seen_at)
    values (${controllerId}, ${locationId}, ${hostName}, ${hostName}, '', ${new Date(now)}, ${new Date(now + 30 * minute)},
      ${new Date(now)}, ${new Date(now)}) returning id`)
  tunnelId = tunnel!.id
  sessionId = await insertSession(agg)
})

async function insertSession(userId: number): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into session (token_hash, user_id, stay_signed_in, expires_at)
    values (${randomBytes(32)}, ${userId}, false, ${new Date(now + 60 * minute)}) returning id`)
  return row!.id
}

/** A ticket of a person's session, which is good for a minute. */
async function insertTicket(userId = agg): Promise<{ visitId: number; ticket: string }> {
  const ticket = randomBytes(32).toString('base64url')
  const row = await db.row<{ id: number }>(sql`
    insert into tunnel_visit (tunnel_id, user_id, session_id, token_hash, created_at, ticket_until)
    values (${tunnelId}, ${userId}, ${sessionId}, ${hashToken(ticket)}, ${new Date(now)}, ${new Date(now + minute)})
    returning id`)
  return { visitId: row!.id, ticket }
}
const enter = (ticket: string, at: number) =>
  enterVisit(db, {
    hostName,
    ticketHash: hashToken(ticket),
    cookieHash: hashToken(`cookie of ${ticket}`),
    now: at,
  })

async function insertVisit(
  userId = agg,
): Promise<{ visitId: number; refusal: () => Promise<string | null> }> {
  const { visitId, ticket } = await insertTicket(userId)
  expect(await enter(ticket, now)).toBe(true)
  const refusal = async () => {
    const checked = await checkVisit({ db, clock }, hostName, `cookie of ${ticket}`)
    return 'refusal' in checked ? checked.refusal : null
  }
  return { visitId, refusal }
}

test('a ticket that nobody used for a minute leads nowhere', async () => {
  const { ticket } = await insertTicket()
  expect(await enter(ticket, now + minute)).toBe(false)
  expect(await enter(ticket, now + minute - 1)).toBe(true)
})

test('nobody passes who lacks the second factor that is due', async () => {
  const { refusal } = await insertVisit()
  expect(await refusal()).toBeNull()
  const rule = JSON.stringify({ days: 0, since: now - minute })
  await db.run(sql`insert into setting (key, value) values ('second_factor', ${rule}::jsonb)`)
  await db.run(sql`update app_user set created_at = ${new Date(now - minute)} where id = ${agg}`)
  expect(await refusal()).toBe('unknown')
  await db.run(sql`delete from setting where key = 'second_factor'`)
})

test('nobody passes in the name of another person', async () => {
  sessionId = await insertSession(admin)
  const [own, ofOther] = [await insertVisit(admin), await insertVisit(agg)]
  expect([await own.refusal(), await ofOther.refusal()]).toEqual([null, 'unknown'])
  await db.run(sql`update session set acting_as_id = ${agg} where id = ${sessionId}`)
  expect([await own.refusal(), await ofOther.refusal()]).toEqual(['unknown', 'unknown'])
})

test('a location that is being deleted is closed to those who could see it', async () => {
  const { refusal } = await insertVisit()
  await db.run(sql`update location set deletion_due_at = now() where id = ${locationId}`)
  expect(await refusal()).toBe('not_allowed')
})

test('what has lasted a while is cut once its person may not have it any more', async () => {
  const { visitId } = await insertVisit()
  const inFlight = createInFlight()
  let isCut = false
  const cut = () => {
    isCut = true
  }
  const flight = { tunnelId, visitId, userId: agg, since: now - 15_000, cut }
  inFlight.add(flight)
  await checkVisits({ db, clock }, inFlight, null)
  expect(isCut).toBe(false)
  await db.run(sql`delete from user_company where user_id = ${agg}`)
  flight.since = now - 14_999
  await checkVisits({ db, clock }, inFlight, null)
  expect(isCut, 'a short one ends by itself').toBe(false)
  flight.since = now - 15_000
  await checkVisits({ db, clock }, inFlight, null)
  expect(isCut).toBe(true)
  await db.run(sql`insert into user_company (user_id, company_id) values (${agg}, ${place.companyId})`)
})

test('the tunnel of a controller that was removed or moved to another home is closed', async () => {
  const sweep = async () =>
    (await closeOverdue(db, { now, answerMs: minute, silentMs: minute })).map((one) => one.end_cause)
  await sweep()
  await db.run(
    sql`update controller set location_id = ${await insertLocation(db, place)} where id = ${controllerId}`,
  )
  expect(await sweep()).toEqual(['withdrawn'])
  await db.run(sql`update tunnel set closed_at = null, end_cause = null where id = ${tunnelId}`)
  await db.run(
    sql`update controller set location_id = ${locationId}, revoked_at = now() where id = ${controllerId}`,
  )
  expect(await sweep()).toEqual(['withdrawn'])
})
