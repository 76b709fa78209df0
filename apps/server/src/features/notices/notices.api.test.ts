import type { NoticeSettings } from '@ohmstead/contract/notices'
import { canSee } from '@ohmstead/domain/access/permission'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { createAccessWorld } from '../../testing/access-world.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { type AlarmCase, clearAlarm, raiseAlarm } from '../alarms/alarm-queries.ts'
import { clearRuleAlarms, raiseRuleAlarms } from '../alarms/rule-alarm-queries.ts'
import { seesLocation } from './recipient-queries.ts'
import { startNotices } from './start-notices.ts'

const minute = 60_000
const begin = Date.UTC(2026, 5, 1, 10)
let server: TestServer
let ana: TestClient
let anaId: number
let agg: TestClient
let companyId: number
let groupId: number
const homes: { locationId: number; controllerId: number }[] = []

beforeAll(async () => {
  server = await startTestServer({ time: begin })
  const { db } = server
  anaId = await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
  const company = await insertCompany(db, 'Alpha')
  companyId = company.companyId
  const aggId = await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR')
  await db.run(sql`insert into user_company (user_id, company_id) values (${aggId}, ${companyId})`)
  groupId = await insertGroup(db, companyId, company.rootGroupId, 'North')
  for (const name of ['Home', 'Farm', 'Mill']) {
    const locationId = await insertLocation(db, { companyId, locationGroupId: groupId, name })
    homes.push({ locationId, controllerId: (await insertController(db, locationId)).controllerId })
  }
  await shareLocation(db, anaId, homes[0]!.locationId, {})
  await db.run(sql`update app_user set locale = 'en'`)
  ana = server.client()
  await ana.signIn('ana@test.si')
  agg = server.client()
  await agg.signIn('agg@test.si')
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['alarm', 'alarm_notice', 'mail', 'notice_setting', 'platform_incident'])
    await server.db.script(`delete from ${table}`)
  server.clock.time = begin
})

const defaults: NoticeSettings = {
  ...{ mail: true, types: null, places: null, recovery: true, quiet: null, time_zone: 'Europe/Ljubljana' },
}
const ask = async (client: TestClient, change: Partial<NoticeSettings> = {}) => {
  const answer = await client.call('PUT /notices/settings', { body: { ...defaults, ...change } })
  expect(answer.status).toBe(204)
}
const alarmOf = (home: number, change: Partial<AlarmCase> = {}): AlarmCase => ({
  ...homes[home]!,
  ...{ deviceId: null, type: 'ERROR', code: 'E1', text: null, at: server.clock.time },
  ...change,
})
const raise = (home: number, change?: Partial<AlarmCase>) => raiseAlarm(server.db, alarmOf(home, change))
const clear = (home: number, change?: Partial<AlarmCase>) => clearAlarm(server.db, alarmOf(home, change))
const later = async (minutes: number) => {
  server.clock.time += minutes * minute
  await server.deps.notices.tellDue()
}
const mails = async (to = 'ana@test.si') =>
  (
    await server.db.rows<{ subject: string }>(
      sql`select subject from mail where recipient = ${to} and kind = 'alarms' order by id`,
    )
  ).map(({ subject }) => subject)
const log = async (client = ana) =>
  (await client.call('GET /notices')).data.notices.map(({ kind, state, reason }) =>
    [kind, state, reason].filter((part) => part !== null).join(' '),
  )

test('nobody is told of anything before they ask for it', async () => {
  expect((await ana.call('GET /notices/settings')).data.settings.mail).toBe(false)
  await raise(0)
  await later(0)
  expect(await mails()).toEqual([])
})

describe('somebody who asked', () => {
  test('is told at once, with a link to the alarm, and of what follows together', async () => {
    await ask(agg)
    await raise(0)
    await later(0)
    expect(await mails('agg@test.si')).toEqual(['Home: Device error'])
    const { body_text } = (await server.db.row<{ body_text: string }>(sql`select body_text from mail`))!
    const { id } = (await server.db.row<{ id: number }>(sql`select id from alarm`))!
    expect(body_text).toContain(`/locations/${homes[0]!.locationId}/alarms/${id}`)
    await raise(1)
    await later(0.5)
    await raise(2)
    await later(0.5)
    expect(await mails('agg@test.si')).toHaveLength(1)
    await later(0.5)
    expect(await mails('agg@test.si')).toEqual(['Home: Device error', 'Alarms: 2 new, 0 over'])
  })

  test('hears only of places that they see, at the time of sending', async () => {
    await ask(ana)
    await raise(1)
    await later(0)
    expect(await mails()).toEqual([])
    await raise(0)
    await server.db.run(sql`delete from location_permission where user_id = ${anaId}`)
    await later(0)
    expect(await log()).toEqual([])
    await shareLocation(server.db, anaId, homes[0]!.locationId, {})
    await ask(ana, { quiet: { from: 11 * 60, until: 13 * 60 } })
    await raise(0, { code: 'E2' })
    await later(0)
    await server.db.run(sql`delete from location_permission where user_id = ${anaId}`)
    await later(60)
    expect([await mails(), await log()]).toEqual([[], ['raised dropped no_access']])
    await shareLocation(server.db, anaId, homes[0]!.locationId, {})
  })

  test('hears only of the types and places that they chose', async () => {
    await ask(agg, { types: ['OFF_GRID'] })
    await raise(0)
    await raise(0, { type: 'OFF_GRID', code: '' })
    await later(0)
    expect(await mails('agg@test.si')).toEqual(['Home: Off grid'])
    const none = { company_ids: [], location_group_ids: [], location_ids: [] }
    await ask(agg, { places: { ...none, location_ids: [homes[1]!.locationId] } })
    await raise(1)
    await raise(2)
    await later(2)
    expect(await mails('agg@test.si')).toEqual(['Home: Off grid', 'Farm: Device error'])
    await ask(agg, { places: { ...none, location_group_ids: [groupId] } })
    await raise(2, { code: 'E3' })
    await later(2)
    await ask(agg, { places: { ...none, company_ids: [companyId + 1] } })
    await raise(2, { code: 'E4' })
    await later(2)
    expect(await mails('agg@test.si')).toHaveLength(3)
  })

  test('is told that it is over once that has lasted, and of what flaps once', async () => {
    await ask(ana)
    await raise(0)
    await later(0)
    await later(10)
    await clear(0)
    await later(1)
    expect(await mails()).toHaveLength(1)
    await later(1)
    expect(await mails()).toEqual(['Home: Device error', 'Home: Device error – over'])
    for (let round = 0; round < 3; round++) {
      server.clock.time += 5 * minute
      await raise(0)
      await later(5)
      await clear(0)
      await later(5)
    }
    expect(await mails()).toHaveLength(3)
    await later(30)
    expect((await mails()).slice(2)).toEqual(['Home: Device error', 'Home: Device error – over'])
  })

  test('is not told of what came and went while it waited, nor of what somebody has seen', async () => {
    await ask(ana)
    await raise(0)
    await later(0)
    await raise(0, { code: 'E2' })
    await later(0.5)
    await clear(0, { code: 'E2' })
    await raise(0, { code: 'E3' })
    await later(0)
    await server.db.run(
      sql`update alarm set status = 'ACKNOWLEDGED', acknowledged_at = now() where code = 'E3'`,
    )
    await later(2)
    expect(await mails()).toHaveLength(1)
    expect(await log()).toEqual(['raised dropped seen', 'raised dropped over', 'raised sent'])
  })

  test('hears after quiet hours what is still open', async () => {
    // 12:00 in Ljubljana.
    await ask(ana, { quiet: { from: 11 * 60, until: 13 * 60 } })
    await raise(0)
    await raise(0, { code: 'E2' })
    await later(0)
    await later(30)
    await clear(0, { code: 'E2' })
    await later(29)
    expect(await mails()).toEqual([])
    await later(1)
    expect(await mails()).toEqual(['Home: Device error'])
  })

  test('is told by any number of processes once', async () => {
    await ask(agg)
    await ask(ana)
    const others = [await startNotices(server.deps), await startNotices(server.deps)]
    for (let index = 0; index < 10; index++) await raise(0, { code: `C${index}` })
    await Promise.all([server.deps.notices, ...others].map((one) => one.tellDue()))
    expect([(await mails()).length, (await mails('agg@test.si')).length]).toEqual([1, 1])
    for (const one of others) await one.close()
  })

  test('who wants to hear of beginnings only is not told of ends', async () => {
    await ask(ana, { recovery: false })
    await raise(0)
    await later(0)
    await clear(0)
    await later(5)
    expect(await mails()).toEqual(['Home: Device error'])
    expect(await log()).toEqual(['cleared dropped off', 'raised sent'])
  })

  test('hears of a rule neither in its own quiet hours nor of an end that it keeps to itself', async () => {
    await ask(ana)
    // 12:00 at the location.
    const { id: ruleId } = (await server.db.row<{ id: number }>(sql`
      insert into alarm_rule (company_id, location_id, name, kind, settings, duration_seconds, quiet_from, quiet_until,
        sends_recovery)
      values (${companyId}, ${homes[0]!.locationId}, 'Cold', 'metric', '{}', 0, ${11 * 60}, ${13 * 60}, false)
      returning id`))!
    const { locationId } = homes[0]!
    const facts = {
      ...{ name: 'Cold', kind: 'metric' as const, settings: {} as never, durationSeconds: 0, value: 1 },
      ...{ limit: 2, compared: null, isTogether: false },
    }
    const at = server.clock.time
    const [alarm] = await raiseRuleAlarms(server.db, [{ ruleId, locationId, deviceId: null, facts, at }])
    await later(0)
    await later(59)
    expect(await mails()).toEqual([])
    await later(1)
    expect(await mails()).toEqual(['Home: Cold'])
    await clearRuleAlarms(server.db, [alarm!.id], server.clock.time)
    await later(5)
    expect(await mails()).toHaveLength(1)
    expect(await log()).toEqual(['cleared dropped off', 'raised sent'])
  })

  test('hears nothing while the account is disabled or waits for its deletion', async () => {
    await ask(ana)
    for (const [index, column] of [sql`disabled_at`, sql`deletion_due_at`].entries()) {
      await server.db.run(sql`update app_user set ${column} = now() where id = ${anaId}`)
      await raise(0, { code: `C${index}` })
      await later(2)
      await server.db.run(sql`update app_user set ${column} = null where id = ${anaId}`)
    }
    expect(await mails()).toEqual([])
  })

  test('is told although the mail of somebody else cannot be written', async () => {
    await ask(ana)
    await ask(agg)
    await server.db.script(`
      create function refuse_ana() returns trigger language plpgsql as $$
        begin if new.recipient = 'ana@test.si' then raise exception 'no mail'; end if; return new; end $$;
      create trigger refuse_ana before insert on mail for each row execute function refuse_ana()`)
    await raise(0)
    await later(0)
    expect([await mails(), await mails('agg@test.si')]).toEqual([[], ['Home: Device error']])
    await server.db.script('drop trigger refuse_ana on mail; drop function refuse_ana()')
    await later(1)
    expect(await mails()).toEqual(['Home: Device error'])
  })

  test('who runs a company hears once that the platform itself lost its controllers', async () => {
    await ask(agg)
    await ask(ana)
    const { id } = (await server.db.row<{ id: number }>(sql`
      insert into platform_incident (kind, started_at, lost, controllers)
      values ('lost_contact', ${new Date(begin)}, 812, 1000) returning id`))!
    await server.db.run(
      sql`insert into alarm_event (incident_id, kind, at) values (${id}, 'raised', ${new Date(begin)})`,
    )
    await later(0)
    expect(await mails('agg@test.si')).toEqual([
      'Ohmstead: The platform itself lost contact with 812 of 1,000 controllers; there is no need to visit a customer',
    ])
    expect(await mails()).toEqual([])
  })
})

test('who sees a location is the same in SQL as in the rule', async () => {
  const world = await createAccessWorld(server.db, begin)
  for (const asker of world.askers.filter(({ actor }) => actor !== null)) {
    for (const relation of ['own', 'shared', 'foreign'] as const) {
      const site = world.siteOf(asker, relation)!
      const row = await server.db.row<{ sees: boolean }>(sql`
        select ${seesLocation} as sees from app_user u cross join location l
        where u.id = ${asker.actor!.userId} and l.id = ${site.locationId}`)
      const resource = world.resourceOf(asker, relation, 'location')!
      expect(row!.sees, `${asker.name} ${relation}`).toBe(canSee(asker.actor!, resource))
    }
  }
})
