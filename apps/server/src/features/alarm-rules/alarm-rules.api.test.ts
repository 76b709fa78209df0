import type { AlarmRuleDraft } from '@ohmstead/contract/alarm-rules'
import { readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertGroup, insertUser, shareLocation } from '../../testing/test-world.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { toRow } from './change-rule.ts'
import { createRuleEvaluation } from './evaluate-rules.ts'
import { previewRuleEverywhere } from './preview-rule.ts'
import { findRuleCover } from './rule-cover.ts'
import {
  findTestAlarms,
  importAbove,
  insertHome,
  insertTestRule,
  sendValues,
  type TestHome,
} from './rule-test-kit.ts'

const minute = 60_000
const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
const names = ['owner', 'viewer', 'runner', 'second'] as const
let clients: Record<(typeof names)[number], TestClient>
let home: TestHome
let other: TestHome
let companyId = 0
let groupId = 0
let rootGroupId = 0

const draft: AlarmRuleDraft = {
  ...{ name: 'Much import', ...importAbove, grouping: 'each', quiet: null },
  ...{ sendsRecovery: true, enabled: true },
}

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const company = await insertCompany(db, 'Alpha')
  ;({ rootGroupId, companyId } = company)
  groupId = await insertGroup(db, company.companyId, rootGroupId, 'North')
  const place = { companyId: company.companyId, locationGroupId: groupId }
  home = await insertHome(db, place)
  other = await insertHome(db, place)
  const owner = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewer = await insertUser(db, 'viewer@test.si', 'ROLE_USER_BASIC')
  await shareLocation(db, owner, home.id, { edit: true })
  await shareLocation(db, viewer, home.id, {})
  for (const email of ['runner@test.si', 'second@test.si'])
    await insertUser(db, email, 'ROLE_AGGREGATOR', { companyIds: [company.companyId] })
  clients = {
    ...{ owner: server.client(), viewer: server.client() },
    ...{ runner: server.client(), second: server.client() },
  }
  for (const name of names) await clients[name].signIn(`${name}@test.si`)
})
afterAll(() => server.stop())

const ofHome = () => ({ params: { locationId: home.id } })
const list = async (client: TestClient) =>
  (await client.call('GET /locations/:locationId/alarm-rules', ofHome())).data

describe('alarm rules', () => {
  it('are made by whoever may edit the location, and seen by whoever may see it', async () => {
    const refused = await clients.viewer.call('POST /locations/:locationId/alarm-rules', {
      ...ofHome(),
      body: draft,
    })
    expect(refused.status).toBe(403)
    const made = await clients.owner.call('POST /locations/:locationId/alarm-rules', {
      ...ofHome(),
      body: draft,
    })
    const { rules, mayEdit, devices } = await list(clients.viewer)
    expect(rules).toMatchObject([
      { id: made.data.id, name: 'Much import', raised: 0, group: null, isTogether: false },
    ])
    expect([mayEdit, devices]).toEqual([false, [{ key: 'grid', name: 'grid', category: 'GRID' }]])
    expect((await list(clients.owner)).mayEdit).toBe(true)
  })

  it('that make no sense are refused, with what is wrong', async () => {
    const settings = { ...draft.settings, clear: 9000 }
    const body = { ...draft, settings }
    const answer = await clients.owner.call('POST /locations/:locationId/alarm-rules', { ...ofHome(), body })
    expect([answer.status, answer.error?.fields]).toEqual([400, { clear: expect.anything() }])
  })

  it('change by the revision that was seen; what was raised under other terms ends', async () => {
    const { db } = server
    const [rule] = (await list(clients.owner)).rules
    const write = async (revision: number, changes: Partial<AlarmRuleDraft>) =>
      (
        await clients.owner.call('PUT /locations/:locationId/alarm-rules/:ruleId', {
          params: { locationId: home.id, ruleId: rule!.id },
          body: { ...draft, ...changes, revision },
        })
      ).status
    expect(await write(1, { durationSeconds: 0 })).toBe(204)
    expect(await write(1, {})).toBe(409)
    await sendValues(db, home, now - 1000, { 'grid/power': 9000 })
    await createRuleEvaluation().evaluate(db, now)
    expect((await list(clients.viewer)).rules).toMatchObject([{ revision: 2, raised: 1 }])
    expect(await findTestAlarms(db)).toMatchObject([{ status: 'ACTIVE' }])
    expect(await write(2, { quiet: { from: 1320, until: 360 } })).toBe(204)
    expect(await findTestAlarms(db)).toMatchObject([{ status: 'CLEARED' }])
    expect((await list(clients.viewer)).rules).toMatchObject([
      { raised: 0, quiet: { from: 1320, until: 360 } },
    ])
  })

  it('are deleted with their open alarms ended, and all of it is written down', async () => {
    const [rule] = (await list(clients.owner)).rules
    const params = { locationId: home.id, ruleId: rule!.id }
    const remove = (client: TestClient, of = params) =>
      client.call('DELETE /locations/:locationId/alarm-rules/:ruleId', { params: of })
    expect((await remove(clients.viewer)).status).toBe(403)
    expect((await remove(clients.runner, { ...params, locationId: other.id })).status).toBe(404)
    expect((await remove(clients.owner)).status).toBe(204)
    expect((await list(clients.owner)).rules).toEqual([])
    const written = await server.db.rows<{ action: string }>(
      sql`select action from audit_log where action like 'alarm_rule%' order by id`,
    )
    expect(written.map(({ action }) => action)).toEqual([
      ...['alarm_rule_created', 'alarm_rule_changed', 'alarm_rule_changed', 'alarm_rule_deleted'],
    ])
  })

  it('of a group hold for all locations below, and only who runs it sees and changes them', async () => {
    const params = { locationGroupId: groupId }
    const path = 'POST /location-groups/:locationGroupId/alarm-rules' as const
    expect((await clients.owner.call(path, { params, body: draft })).status).toBe(403)
    await clients.runner.call(path, { params, body: { ...draft, ...readyRules[0]!, name: null } })
    expect(await list(clients.viewer)).toMatchObject({
      rules: [],
      inherited: [{ name: null, group: { name: 'North' } }],
    })
    const read = 'GET /location-groups/:locationGroupId/alarm-rules' as const
    expect((await clients.runner.call(read, { params })).data).toMatchObject({ rules: [{}], locations: 2 })
    expect((await clients.owner.call(read, { params })).status).toBe(403)
    const above = await clients.runner.call(read, { params: { locationGroupId: rootGroupId } })
    expect(above.data).toMatchObject({ rules: [], inherited: [] })
  })

  it('are fifty at a location at most', async () => {
    const { db } = server
    await db.run(sql`
      insert into alarm_rule (company_id, location_id, name, kind, settings, duration_seconds, enabled)
      select company_id, id, 'One', 'metric', '{}', 0, false from location, generate_series(1, 50) where id = ${home.id}`)
    const answer = await clients.owner.call('POST /locations/:locationId/alarm-rules', {
      ...ofHome(),
      body: draft,
    })
    expect(answer.error?.code).toBe('too_many_alarm_rules')
    await db.run(sql`delete from alarm_rule`)
  })
})

describe('rules of groups that lie in each other', () => {
  it('are at most a hundred for one location, however they came to be above each other', async () => {
    const { db } = server
    const deepId = await insertGroup(db, companyId, groupId, 'Deep')
    const asideId = await insertGroup(db, companyId, rootGroupId, 'Aside')
    const inDeep = await insertHome(db, { companyId, locationGroupId: deepId })
    for (const [locationGroupId, count] of [
      [rootGroupId, 40],
      [groupId, 9],
      [deepId, 50],
      [asideId, 50],
    ] as const)
      for (let made = 0; made < count; made++) await insertTestRule(db, { locationGroupId }, importAbove)
    const make = (locationGroupId: number) =>
      clients.runner.call('POST /location-groups/:locationGroupId/alarm-rules', {
        params: { locationGroupId },
        body: draft,
      })
    expect((await make(groupId)).data.id).toBeGreaterThan(0)
    // On the way from the top to the deepest group there is no room, wherever on it.
    expect((await make(groupId)).error?.code).toBe('too_many_alarm_rules')
    expect((await make(rootGroupId)).error?.code).toBe('too_many_alarm_rules')
    await db.run(sql`update location_group set parent_id = ${asideId} where id = ${deepId}`)
    const { byLocation } = await findRuleCover(db)
    expect(byLocation.get(inDeep.id)).toHaveLength(100)
    await db.run(sql`delete from alarm_rule`)
  })
})

describe('a preview', () => {
  const begin = now - 10 * 86_400_000

  beforeAll(async () => {
    const { db } = server
    await maintainPartitions(db, { now, retentionDays: 60 })
    const samples = Array.from({ length: 120 }, (_, at) => ({
      ts: begin + at * minute,
      stepSeconds: null,
      values: { 'grid/power': at >= 20 && at < 50 ? 9000 : at >= 80 && at < 90 ? null : 500 },
    }))
    const of = { locationId: home.id, controllerId: home.controllerId }
    await storeReadings(db, [{ ...of, devices: {}, samples }])
  })

  it('says when a rule would have fired, and how many messages that would have been', async () => {
    const answer = await clients.viewer.call('POST /locations/:locationId/alarm-rules/preview', {
      ...ofHome(),
      body: { ...draft, durationSeconds: 600 },
    })
    expect(answer.data).toMatchObject({
      ...{ locations: 1, lookedAt: 1, unknown: 0, total: 1, notices: 2, quiet: 0 },
      // Two hours, and what the last reading says of the time after it.
      knownShare: expect.closeTo(140 / (30 * 1440), 4),
      firings: [
        {
          ...{ locationId: home.id, deviceName: 'grid', value: 9000 },
          ...{ from: begin + 31 * minute, to: begin + 51 * minute },
        },
      ],
    })
  })

  it('of a group counts together what is told together, and says of what nothing is known', async () => {
    const answer = await clients.runner.call('POST /location-groups/:locationGroupId/alarm-rules/preview', {
      params: { locationGroupId: groupId },
      body: { ...draft, grouping: 'together', quiet: { from: 0, until: 1439 } },
    })
    expect(answer.data).toMatchObject({
      locations: 2,
      lookedAt: 2,
      unknown: 1,
      total: 1,
      notices: 2,
      quiet: 2,
    })
  })

  it('judges by the registers what was sent afterwards without powers, but not what was only spread over a gap', async () => {
    const { db } = server
    const [from, step] = [now - 5 * 86_400_000, 5 * minute]
    // An hour of 12 kW, half a day without anything, an hour of 1.2 kW.
    const registers = Array.from({ length: 26 }, (_, at) => ({
      ts: from + (at < 13 ? at : at + 144) * step,
      stepSeconds: null,
      values: {
        'grid/energy_import': at < 13 ? at * 1000 : 200_000 + (at - 13) * 100,
        'grid/energy_export': 0,
      },
    }))
    await storeReadings(db, [
      { locationId: other.id, controllerId: other.controllerId, devices: {}, samples: registers },
    ])
    const { data } = await clients.runner.call('POST /locations/:locationId/alarm-rules/preview', {
      params: { locationId: other.id },
      body: { ...draft, durationSeconds: 600 },
    })
    expect(data).toMatchObject({ unknown: 0, total: 1, firings: [{ value: 12_000 }] })
    expect(data.firings[0]!.from).toBe(from + 11 * minute)
    // After the gap it is known again, and over.
    expect(data.firings[0]!.to).toBeGreaterThan(from + 12 * 60 * minute)
    // Nor do they say that a value stood still.
    const settings = { ...draft.settings, condition: 'frozen', value: null, clear: null }
    const frozen = await clients.runner.call('POST /locations/:locationId/alarm-rules/preview', {
      params: { locationId: other.id },
      body: { ...draft, settings, durationSeconds: 1800 } as typeof draft,
    })
    expect(frozen.data).toMatchObject({ unknown: 1, total: 0, firings: [] })
  })

  it('of a group looks at every location as a job, and shows what it found to whoever may change the rules of the group', async () => {
    const params = { locationGroupId: groupId }
    const start = () =>
      clients.runner.call('POST /location-groups/:locationGroupId/alarm-rules/previews', {
        params,
        body: { ...draft, durationSeconds: 600 },
      })
    const started = await start()
    expect(started.status).toBe(200)
    const path = 'GET /location-groups/:locationGroupId/alarm-rules/previews/:previewId'
    const find = async (client = clients.runner) =>
      client.call(path, { params: { ...params, previewId: started.data.id } })
    await expect.poll(async () => (await find()).data.state).toBe('done')
    const { data } = await find()
    const sample = await clients.runner.call('POST /location-groups/:locationGroupId/alarm-rules/preview', {
      params,
      body: { ...draft, durationSeconds: 600 },
    })
    expect(data.preview).toEqual(sample.data)
    expect(data.preview).toMatchObject({ locations: 2, lookedAt: 2, total: 2 })
    const { jobs } = (await clients.runner.call('GET /jobs')).data
    expect(jobs.find(({ id }) => id === data.job_id)).toMatchObject({
      ...{ kind: 'alarm_rule_preview', state: 'done', done: 2, total: 2, company_id: companyId },
    })
    // It is of this group only, which is what the right to see it was asked of.
    const ofOther = { params: { locationGroupId: rootGroupId, previewId: started.data.id } }
    expect((await clients.runner.call(path, ofOther)).status).toBe(404)
    expect((await find(clients.second)).data).toEqual(data)
    expect((await find(clients.owner)).status).toBe(403)
  })

  it('of everything is one at a time for each person, and can be stopped', async () => {
    const { jobs } = server.deps
    const held = Promise.withResolvers<void>()
    onTestFinished(() => held.resolve())
    // Previews wait for each other, so that this one keeps the next waiting.
    const before = await jobs.run({ kind: 'alarm_rule_preview', takesTurns: true }, () => held.promise)
    const params = { locationGroupId: groupId }
    const path = 'POST /location-groups/:locationGroupId/alarm-rules/previews'
    const started = await clients.runner.call(path, { params, body: draft })
    expect((await clients.runner.call(path, { params, body: draft })).status).toBe(409)
    expect((await clients.second.call(path, { params, body: draft })).status).toBe(200)
    const find = async () =>
      (
        await clients.runner.call('GET /location-groups/:locationGroupId/alarm-rules/previews/:previewId', {
          params: { ...params, previewId: started.data.id },
        })
      ).data
    const jobId = (await find()).job_id!
    expect((await clients.runner.call('POST /jobs/:jobId/cancel', { params: { jobId } })).status).toBe(200)
    held.resolve()
    await before.finished
    await expect.poll(async () => (await find()).state).toBe('cancelled')
    expect((await find()).preview).toBeNull()
    expect((await clients.runner.call(path, { params, body: draft })).status).toBe(200)
  })

  it('of everything goes on location by location, where it can be stopped, and ends when more has been found than anybody wants', async () => {
    const row = toRow({ ...draft, durationSeconds: 600 })
    const reported: number[][] = []
    const lookUntil = (stopAt: number, most?: number) =>
      previewRuleEverywhere(server.db, groupId, row, {
        ...{ now, most },
        report: async (done, total) => {
          if (done === stopAt) throw new Error('stopped')
          reported.push([done, total])
        },
      })
    await lookUntil(-1)
    expect(reported).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ])
    await expect(lookUntil(1)).rejects.toThrow('stopped')
    expect(await lookUntil(-1, 1)).toMatchObject({ locations: 2, lookedAt: 1, total: 1 })
  })

  it('of everything is kept for each person, the newest five, and one whose job is gone has failed', async () => {
    const { db } = server
    await db.run(sql`delete from alarm_rule_preview`)
    const insert = async (email: string) => {
      const made = await db.row<{ id: number }>(
        sql`insert into alarm_rule_preview (location_group_id, created_by, created_at)
            select ${groupId}, id, now() from app_user where email = ${email} returning id`,
      )
      return made!.id
    }
    const ofSecond = await insert('second@test.si')
    const first = await insert('runner@test.si')
    for (let made = 0; made < 4; made++) await insert('runner@test.si')
    const find = (client: TestClient, previewId: number) =>
      client.call('GET /location-groups/:locationGroupId/alarm-rules/previews/:previewId', {
        params: { locationGroupId: groupId, previewId },
      })
    expect((await find(clients.runner, first)).data).toEqual({
      ...{ id: first, job_id: null, state: 'failed', preview: null },
    })
    await clients.runner.call('POST /location-groups/:locationGroupId/alarm-rules/previews', {
      params: { locationGroupId: groupId },
      body: draft,
    })
    expect((await find(clients.runner, first)).status).toBe(404)
    expect((await find(clients.runner, first + 1)).status).toBe(200)
    expect((await find(clients.second, ofSecond)).status).toBe(200)
  })

  it('keeps nothing', async () => {
    expect(await server.db.rows(sql`select from alarm_rule`)).toEqual([])
  })
})
