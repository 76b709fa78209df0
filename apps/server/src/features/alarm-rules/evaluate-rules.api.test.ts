import { readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertGroup } from '../../testing/test-world.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import { createRuleEvaluation } from './evaluate-rules.ts'
import { takeTurn } from './rule-state-queries.ts'
import {
  findTestAlarms,
  importAbove,
  insertHome,
  insertHours,
  insertTestRule,
  sendValues,
  type TestHome,
} from './rule-test-kit.ts'

const minute = 60_000
let db: Db
let close: () => Promise<void>
let place: { companyId: number; locationGroupId: number }
let now = Date.UTC(2026, 0, 14, 11)

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now, retentionDays: 60 })
})
afterAll(() => close())

let worlds = 0
beforeEach(async () => {
  await db.run(sql`delete from alarm`)
  await db.run(sql`delete from alarm_rule`)
  const { companyId, rootGroupId } = await insertCompany(db, `Sun ${worlds++}`)
  place = { companyId, locationGroupId: await insertGroup(db, companyId, rootGroupId, 'North') }
})

/** Any process may take the next turn: none remembers what the database does not. */
const evaluate = (at = now) => createRuleEvaluation().evaluate(db, at)

/** A minute passes, and homes send their power at the grid. */
async function pass(...powers: [TestHome, number | null][]): Promise<void> {
  now += minute
  for (const [home, power] of powers) await sendValues(db, home, now - 1000, { 'grid/power': power })
  await evaluate()
}

const openAlarms = async () =>
  (await findTestAlarms(db)).filter(({ status }) => status !== 'CLEARED').map((alarm) => alarm.location_id)

describe('a rule of a location', () => {
  it('raises one alarm of the device once its condition has held, and clears it at its own level', async () => {
    const home = await insertHome(db, place)
    const ruleId = await insertTestRule(db, { locationId: home.id }, importAbove)
    await pass([home, 9000])
    await pass([home, 9000])
    expect(await findTestAlarms(db)).toEqual([])
    await pass([home, 9100])
    await pass([home, 9000])
    const alarm = { rule_id: ruleId, location_id: home.id, device_id: home.deviceIds[0], value: 9100 }
    expect(await findTestAlarms(db)).toEqual([{ ...alarm, status: 'ACTIVE' }])
    await pass([home, 7000])
    expect(await openAlarms()).toEqual([home.id])
    await pass([home, 5000])
    expect(await findTestAlarms(db)).toEqual([{ ...alarm, status: 'CLEARED' }])
  })

  it('does nothing while nothing is read, neither raise nor clear', async () => {
    const home = await insertHome(db, place)
    await insertTestRule(db, { locationId: home.id }, importAbove)
    await pass([home, 9000])
    for (let at = 0; at < 5; at++) await pass()
    await pass([home, null])
    expect(await findTestAlarms(db)).toEqual([])
    for (let at = 0; at < 3; at++) await pass([home, 9000])
    expect(await openAlarms()).toEqual([home.id])
    now += hourMs
    await evaluate()
    await pass([home, null])
    expect(await openAlarms()).toEqual([home.id])
  })

  it('ends its alarm when it is switched off, or when its device or location goes', async () => {
    const home = await insertHome(db, place)
    const ruleId = await insertTestRule(db, { locationId: home.id }, { ...importAbove, durationSeconds: 0 })
    const undo = [
      [
        sql`update alarm_rule set enabled = false where id = ${ruleId}`,
        sql`update alarm_rule set enabled = true`,
      ],
      [
        sql`update device set deleted_at = now() where id = ${home.deviceIds[0]}`,
        sql`update device set deleted_at = null where id = ${home.deviceIds[0]}`,
      ],
      [
        sql`update location set deletion_due_at = now() where id = ${home.id}`,
        sql`update location set deletion_due_at = null where id = ${home.id}`,
      ],
    ] as const
    for (const [change, back] of undo) {
      await pass([home, 9000])
      expect(await openAlarms()).toEqual([home.id])
      await db.run(change)
      await pass([home, 9000])
      expect(await openAlarms()).toEqual([])
      await db.run(back)
    }
  })

  it('tells a silent meter from a controller that is away', async () => {
    const home = await insertHome(db, place)
    await insertTestRule(db, { locationId: home.id }, readyRules[0]!)
    const silent = () =>
      db.run(sql`update device set newest_at = ${new Date(now - 20 * minute)} where location_id = ${home.id}`)
    await silent()
    await db.run(sql`update controller set online = false where id = ${home.controllerId}`)
    await pass()
    expect(await openAlarms()).toEqual([])
    // It has just come back, and its meter may have had nothing to send yet.
    const back = new Date(now - minute)
    await db.run(
      sql`update controller set online = true, online_changed_at = ${back} where id = ${home.controllerId}`,
    )
    await pass()
    expect(await openAlarms()).toEqual([])
    await db.run(
      sql`update controller set online = true, online_changed_at = '2020-01-01' where id = ${home.controllerId}`,
    )
    await pass()
    expect(await findTestAlarms(db)).toMatchObject([{ device_id: home.deviceIds[0], value: 23 }])
    await db.run(sql`update device set newest_at = ${new Date(now)} where location_id = ${home.id}`)
    await pass()
    expect(await openAlarms()).toEqual([])
  })
})

describe('a rule of a group', () => {
  const at0 = { ...importAbove, durationSeconds: 0 }

  it('raises an alarm of each location below it, or one of all that goes on as long as one of them', async () => {
    const below = await insertGroup(db, place.companyId, place.locationGroupId, 'Street')
    const homes = [await insertHome(db, place), await insertHome(db, { ...place, locationGroupId: below })]
    const [first, second] = homes as [TestHome, TestHome]
    const scope = { locationGroupId: place.locationGroupId }
    const each = await insertTestRule(db, scope, at0)
    const together = await insertTestRule(db, scope, at0, 'together')
    const open = async () =>
      (await findTestAlarms(db))
        .filter(({ status }) => status !== 'CLEARED')
        .map((alarm) => [alarm.rule_id === each ? 'each' : 'together', alarm.location_id])
    await pass([first, 9000], [second, 9000])
    expect(await open()).toEqual([
      ['each', first.id],
      ['each', second.id],
      ['together', first.id],
    ])
    await pass([first, 100], [second, 9000])
    expect((await open()).sort()).toEqual([
      ['each', second.id],
      ['together', second.id],
    ])
    await pass([second, 100])
    expect(await open()).toEqual([])
    const ofAll = (await findTestAlarms(db)).filter(({ rule_id }) => rule_id === together)
    expect(ofAll, 'one all the time').toHaveLength(1)
  })

  it('forgets a location that leaves the group', async () => {
    const home = await insertHome(db, place)
    await insertTestRule(db, { locationGroupId: place.locationGroupId }, at0)
    await pass([home, 9000])
    const other = await insertGroup(db, place.companyId, place.locationGroupId, 'Other')
    await db.run(sql`update location_group set parent_id = null where id = ${other}`)
    await db.run(sql`update location set location_group_id = ${other} where id = ${home.id}`)
    await pass([home, 9000])
    expect(await openAlarms()).toEqual([])
    const left = await db.rows(sql`select from alarm_rule_state where location_id = ${home.id}`)
    expect(left).toEqual([])
  })
})

describe('ready rules', () => {
  it('find the plant that made far less than its neighbours, on a day of the same weather', async () => {
    const plants = [{ key: 'pv', category: 'SOLAR_POWER_PLANT' }]
    const homes = []
    for (let at = 0; at < 7; at++) homes.push(await insertHome(db, place, plants))
    const today = Date.UTC(2026, 0, 14) - hourMs
    const series = { id: 1, key: 'pv', metric: 'energy_production' }
    for (const [at, home] of homes.entries()) {
      const size = (at + 1) * 1000
      const hours = Array.from({ length: 29 * 24 }, (_, hour) => {
        const isLast = hour >= 28 * 24
        const weather = isLast ? 0.5 : 1
        const slotMwh = isLast && at === 3 ? size * weather * 0.4 : size * weather
        return { hour: today - 29 * 24 * hourMs + hour * hourMs, slotMwh: Math.round(slotMwh) }
      })
      await insertHours(db, home, series, hours)
    }
    const rule = readyRules.find(({ kind }) => kind === 'pv_neighbours')!
    await insertTestRule(db, { locationGroupId: place.locationGroupId }, rule)
    await evaluate(Date.UTC(2026, 0, 14, 8))
    const alarms = await db.rows<{ location_id: number; value: number; compared: number }>(sql`
      select location_id, (rule_facts ->> 'value')::float8 as value, (rule_facts ->> 'compared')::int as compared from alarm`)
    expect(alarms).toEqual([{ location_id: homes[3]!.id, value: expect.closeTo(40, 6), compared: 6 }])
  })

  it('warn of a quarter-hour near the power agreed for its block, and say nothing where none is', async () => {
    const homes = [await insertHome(db, place), await insertHome(db, place)]
    const point = {
      ...{ consumerType: 'RESIDENTIAL', userGroup: 0, currentLimit: 25, isThreePhase: true },
      ...{ tariffsCount: 2, billingPower: null, connectionPower: 17 },
      ...{ agreedPowers: [5, 5, 5, 5, 5], powersSetBy: 'user', netMetering: null },
    }
    await db.run(sql`
      insert into location_pricing (location_id, manual_point, updated_at)
      values (${homes[0]!.id}, ${JSON.stringify(point)}::jsonb, now())`)
    const hour = Date.UTC(2026, 0, 14, 10)
    // 4.6 kW: 92 % of what is agreed.
    const hours = [{ hour, slotMwh: Math.round(4_600_000 / 12) }]
    for (const home of homes)
      await insertHours(db, home, { id: 1, key: 'grid', metric: 'energy_import' }, hours)
    const rule = readyRules.find(({ kind }) => kind === 'peak')!
    await insertTestRule(db, { locationGroupId: place.locationGroupId }, rule)
    await evaluate(hour + hourMs + 2 * minute)
    expect(await findTestAlarms(db)).toMatchObject([
      { location_id: homes[0]!.id, value: expect.closeTo(92, 3) },
    ])
  })
})

it('a rule that somebody changes while it is judged does nothing by its old terms', async () => {
  const home = await insertHome(db, place)
  const id = await insertTestRule(db, { locationId: home.id }, { ...importAbove, durationSeconds: 0 })
  now += minute
  await sendValues(db, home, now - 1000, { 'grid/power': 9000 })
  const meddling: Db = Object.create(db)
  meddling.transaction = async (...args: Parameters<Db['transaction']>) => {
    await db.run(sql`update alarm_rule set revision = revision + 1 where id = ${id}`)
    return db.transaction(...args) as never
  }
  await createRuleEvaluation().evaluate(meddling, now)
  expect(await db.rows(sql`select from alarm_rule_state where rule_id = ${id}`)).toEqual([])
  await evaluate()
  expect(await openAlarms()).toEqual([home.id])
})

it('one of all processes takes the turn of a minute', async () => {
  const at = Date.UTC(2026, 0, 20)
  const turns = await Promise.all([1, 2, 3].map(() => takeTurn(db, at, 55_000)))
  expect(turns.filter(Boolean)).toHaveLength(1)
  expect(await takeTurn(db, at + 60_000, 55_000)).toBe(true)
  expect(await takeTurn(db, at - 86_400_000, 55_000), 'after a clock that was wrong').toBe(true)
})
