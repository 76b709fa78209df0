import { readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertLocation } from '../../testing/test-world.ts'
import {
  clearRuleAlarms,
  clearRuleAlarmsOfGroup,
  type RuleAlarmCase,
  raiseRuleAlarms,
} from './rule-alarm-queries.ts'

const { settings } = readyRules[0]!
const facts: RuleAlarmCase['facts'] = {
  ...{ name: 'One', kind: 'metric', settings, durationSeconds: 60, value: 9000, limit: 8000 },
  ...{ compared: null, isTogether: false },
}
const at = Date.UTC(2026, 5, 1, 12)
let world: Awaited<ReturnType<typeof openTestDb>>
let homeId = 0
let place: { companyId: number; locationGroupId: number }

beforeAll(async () => {
  world = await openTestDb()
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(world.db, 'Sun')
  place = { companyId, locationGroupId }
  homeId = await insertLocation(world.db, place)
  await world.db.run(sql`
    insert into alarm_rule (company_id, location_id, name, kind, settings, duration_seconds)
    select ${companyId}, ${homeId}, name, 'metric', '{}', 60 from unnest(array['One', 'Two']) as name`)
})
afterAll(() => world.close())

it('of two rules may be open at once, and each of them once', async () => {
  const { db } = world
  const rules = await db.rows<{ id: number }>(sql`select id from alarm_rule order by id`)
  const cases = rules.map(({ id: ruleId }): RuleAlarmCase => {
    return { ruleId, locationId: homeId, deviceId: null, facts, at }
  })
  const opened = await raiseRuleAlarms(db, cases)
  expect(opened.map(({ rule_id }) => rule_id)).toEqual(rules.map(({ id }) => id))
  expect(await raiseRuleAlarms(db, cases)).toEqual([])
  const ids = opened.map(({ id }) => id)
  expect(await clearRuleAlarms(db, ids.slice(0, 1), at - 1)).toHaveLength(1)
  expect(await clearRuleAlarms(db, ids, at + 1)).toMatchObject([{ id: ids[1], location_id: homeId }])
  expect(
    await db.rows(sql`select text, cleared_at from alarm where rule_id = ${rules[0]!.id}`),
    'not before it began',
  ).toEqual([{ text: 'One', cleared_at: at }])
  expect(await raiseRuleAlarms(db, cases)).toHaveLength(2)
})

it('of a group end before the group is deleted with its rules', async () => {
  const { db } = world
  const { id: ruleId } = (await db.row<{ id: number }>(sql`
    insert into alarm_rule (company_id, location_group_id, name, kind, settings, duration_seconds)
    values (${place.companyId}, ${place.locationGroupId}, '', 'metric', '{}', 60) returning id`))!
  const [opened] = await raiseRuleAlarms(db, [{ ruleId, locationId: homeId, deviceId: null, facts, at }])
  await clearRuleAlarmsOfGroup(db, place.locationGroupId, at + 5)
  expect(await db.rows(sql`select status, cleared_at from alarm where id = ${opened!.id}`)).toEqual([
    { status: 'CLEARED', cleared_at: at + 5 },
  ])
  const others = await db.rows(sql`select id from alarm where status <> 'CLEARED'`)
  expect(others, 'of other rules').toHaveLength(2)
})
