import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../testing/insert-metering-point.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { createSession } from '../auth/session.ts'
import { findOwnData, ownData } from './own-data-queries.ts'

let world: Awaited<ReturnType<typeof openTestDb>>
let [ownerId, strangerId] = [0, 0]

beforeAll(async () => {
  world = await openTestDb()
  const { db } = world
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  strangerId = await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(db, 'Sun')
  const homeId = await insertLocation(db, { companyId, locationGroupId, ownerId })
  const { controllerId } = await insertController(db, homeId, [{ key: 'grid', category: 'GRID' }])
  await insertMeteringPoint(db, ownerId, '4-0000001')
  await createSession(db, { userId: ownerId, staySignedIn: false, userAgent: null, address: '::1', now: 0 })
  await recordAudit(db, { actor: { userId: ownerId }, address: null, at: 0 }, { action: 'sign_out' })
  for (const statement of [
    sql`insert into external_credential (user_id, token, token_hash, token_hint, created_at)
        values (${ownerId}, '', '', 'abc', now())`,
    sql`insert into alarm (location_id, type, first_recurrence_at, last_recurrence_at)
        values (${homeId}, 'ERROR', now(), now())`,
    sql`insert into alarm_rule (company_id, location_id, name, kind, settings, duration_seconds)
        values (${companyId}, ${homeId}, 'Import', 'metric', '{}', 60)`,
    sql`insert into command (id, controller_id, op, args, created_by, expires_at)
        values (gen_random_uuid(), ${controllerId}, 'set', '{}', ${ownerId}, now())`,
    sql`insert into known_browser (user_id, browser, last_used_at) values (${ownerId}, 'some', now())`,
    sql`insert into passkey (user_id, credential_id, public_key, counter, synced, name, created_at)
        values (${ownerId}, 'id', '', 0, false, 'Key', now())`,
    sql`insert into totp (user_id, secret, enabled_at, last_step) values (${ownerId}, '', now(), 0)`,
    sql`insert into identity (user_id, provider, issuer, subject, created_at)
        values (${ownerId}, 'google', 'issuer', 'subject', now())`,
    sql`insert into invitation (location_id, email, token_hash, invited_by, created_at, expires_at)
        values (${homeId}, 'guest@test.si', '', ${ownerId}, now(), now())`,
    sql`insert into mail (message_id, kind, recipient, locale, sender_name, subject, created_at)
        values ('id', 'kind', 'owner@test.si', 'en', 'Sun', 'Hello', now())`,
    sql`insert into price_list (user_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
        values (${ownerId}, 'Mine', 'Utility', 'SI', '2026-01-01', '{}', now(), now())`,
    sql`insert into price_list_version (price_list_id, version, name, utility, valid_from, terms, changed_at)
        select id, 1, name, utility, valid_from, terms, now() from price_list`,
    sql`insert into rate_plan (user_id, name, created_at, updated_at) values (${ownerId}, 'Plan', now(), now())`,
    sql`insert into rate_plan_entry (rate_plan_id, price_list_id, valid_from)
        select p.id, l.id, '2026-01-01' from rate_plan p, price_list l`,
    sql`insert into rate_plan_version (rate_plan_id, version, name, entries, changed_at)
        select id, 1, name, '[]', now() from rate_plan`,
    sql`insert into location_pricing (location_id, rate_plan_id, updated_at)
        select ${homeId}, id, now() from rate_plan`,
    sql`insert into location_budget (location_id, amount, currency, set_at)
        values (${homeId}, '90', 'EUR', now())`,
    sql`insert into sharing_group (owner_id, name, scheme, country_code, organiser, price_terms, valid_from, created_at,
          updated_at)
        values (${ownerId}, 'Street', 'sharing', 'SI', '{}', '{}', '2026-01-01', now(), now())`,
    sql`insert into sharing_member (group_id, name, location_id, role, shared_share, state, valid_from, created_at, joined_at)
        select id, 'Ana', ${homeId}, 'sender', '1', 'active', '2026-01-01', now(), now() from sharing_group`,
    sql`insert into sharing_member (group_id, name, role, shared_share, state, valid_from, created_at, joined_at)
        select id, 'Other', 'receiver', '0', 'active', '2026-01-01', now(), now() from sharing_group`,
    sql`insert into sharing_statement (group_id, member_id, month, version, is_current, statement, terms, issued_at)
        select group_id, id, '2026-01', 1, true, '{}', '{}', now() from sharing_member`,
    sql`insert into repricing (location_id, cause, changed_at, months) values (${homeId}, '{}', now(), '[]')`,
    sql`insert into invoice_check (location_id, valid_from, valid_to, invoice, result, checked_at)
        values (${homeId}, '2026-01-01', '2026-01-31', '{}', '{}', now())`,
  ])
    await db.run(statement)
})
afterAll(() => world.close())

const read = (name: string, userId: number, offset = 0) =>
  findOwnData(world.db, name, userId, { offset, limit: 10 })

test.each(Object.keys(ownData))('%s: contains one’s own data, and nothing of anybody else', async (name) => {
  expect(await read(name, ownerId)).toHaveLength(1)
  expect(await read(name, ownerId, 1)).toEqual([])
  if (name === 'account') expect(await read(name, strangerId)).toMatchObject([{ id: strangerId }])
  else expect(await read(name, strangerId)).toEqual([])
})
