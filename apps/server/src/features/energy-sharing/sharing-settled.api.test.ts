import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { insertPriceList } from '../../testing/insert-price-list.ts'
import {
  insertSharingGroup,
  insertSharingKey,
  insertSharingMember,
} from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { startSettlement } from './start-settlement.ts'

// What keeps a month from being settled, and everything whose change makes its statements outdated.

let server: TestServer
let organiser: TestClient
let organiserId = 0
const points = { ana: 0, bor: 0 }
const lists = { ana: 0, bor: 0 }
let groupId = 0
let members = { ana: 0, bor: 0 }
const month = '2026-03'

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  organiserId = await insertUser(db, 'organiser@test.si', 'ROLE_USER_BASIC')
  organiser = server.client()
  await organiser.signIn('organiser@test.si')
  for (const [at, name] of (['ana', 'bor'] as const).entries()) {
    const userId = await insertUser(db, `${name}@test.si`, 'ROLE_USER_BASIC')
    points[name] = await insertMeteringPoint(db, userId, `4-000000${at}`)
    const isSender = name === 'ana'
    const sun = (ms: number) => ((ms / 3_600_000) % 24 > 8 && (ms / 3_600_000) % 24 < 14 ? 2 : 0)
    await insertQuarterHours(
      db,
      points[name],
      ['2026-03-01', '2026-04-01'],
      isSender ? () => 0 : livingPower,
      isSender ? sun : null,
    )
    lists[name] = await insertPriceList(
      db,
      { userId },
      isSender ? { hasExportPrice: true, sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null } } : {},
    )
  }
})
beforeEach(async () => {
  const { db } = server
  groupId = await insertSharingGroup(db, {
    ownerId: organiserId,
    priceTerms: { kind: 'fixed', perKwh: '0.08' },
  })
  members = {
    ana: await insertSharingMember(db, groupId, {
      ...{ name: 'Ana', role: 'sender', deviceId: points.ana, priceListId: lists.ana },
    }),
    bor: await insertSharingMember(db, groupId, {
      ...{ name: 'Bor', role: 'receiver', deviceId: points.bor, priceListId: lists.bor },
    }),
  }
})
afterAll(() => server.stop())

const params = () => ({ sharingGroupId: groupId })
const start = () =>
  organiser.call('POST /sharing-groups/:sharingGroupId/statements', { params: params(), body: { month } })

async function waitForJob(jobId: number): Promise<string> {
  const state = async () =>
    (await server.db.row<{ state: string }>(sql`select state from job where id = ${jobId}`))!.state
  await vi.waitUntil(async () => !['queued', 'running'].includes(await state()), { timeout: 30_000 })
  return state()
}

async function settle(): Promise<void> {
  expect(await waitForJob((await start()).data.job.id)).toBe('done')
}

const read = async () =>
  (
    await organiser.call('GET /sharing-groups/:sharingGroupId/statements', {
      params: params(),
      query: { month },
    })
  ).data
const outdated = async () =>
  (await read()).statements.filter(({ isOutdated }) => isOutdated).map(({ memberName }) => memberName)
const causes = async () =>
  (await read()).statements
    .filter(({ replacedBy }) => replacedBy === null)
    .map(({ memberName, version, cause }) => [memberName, version, cause])
const byUse = () => insertSharingKey(server.db, groupId, { kind: 'byUse' })

test.each(['cancel_requested_at = now()', "state = 'failed', error = 'process_died'"])(
  'whoever stops a settlement after its last report still stops it: %s',
  async (change) => {
    await byUse()
    const { db, jobs } = server.deps
    const stopAt = 3
    const watched: typeof jobs = {
      ...jobs,
      run: (asked, work, begin) =>
        jobs.run(
          asked,
          (progress: JobProgress) =>
            work({
              ...progress,
              report: async ({ done }) => {
                if (done !== stopAt) return
                await db.script(`update job set ${change} where id = ${progress.id}`)
              },
            }),
          begin,
        ),
    }
    const audit = { actor: { userId: organiserId }, address: null, at: server.clock.time }
    const jobId = await startSettlement({ ...server.deps, jobs: watched }, audit, { groupId, month })
    expect(await waitForJob(jobId)).toBe(change.startsWith('state') ? 'failed' : 'cancelled')
    expect((await read()).statements).toEqual([])
  },
)

test('without a key in the month, a sender or a receiver nothing is settled', async () => {
  expect((await start()).error?.code).toBe('sharing_incomplete')
  await insertSharingKey(server.db, groupId, { kind: 'byUse' }, '2026-04-01')
  expect((await start()).error?.code).toBe('sharing_incomplete')
  await byUse()
  for (const id of [members.ana, members.bor]) {
    await server.db.run(sql`update sharing_member set valid_from = '2026-04-01' where id = ${id}`)
    expect((await start()).error?.code).toBe('sharing_incomplete')
    await server.db.run(sql`update sharing_member set valid_from = '2026-01-01' where id = ${id}`)
  }
  await settle()
})

test('a receiver that is netted by the year since it joined is not settled', async () => {
  await byUse()
  await setNetting(points.bor, true)
  expect((await start()).error?.code).toBe('sharing_incomplete')
  await setNetting(points.bor, null)
})

const setNetting = (deviceId: number, isNetted: boolean | null) =>
  server.db.run(sql`
    update abstract_device set portal_info = portal_info || ${JSON.stringify({ netMetering: isNetted })}::jsonb
    where id = ${deviceId}`)

test('a simulation is of months that have ended, one at a time, and of its own group only', async () => {
  await byUse()
  const simulate = (to = month) =>
    organiser.call('POST /sharing-groups/:sharingGroupId/simulations', {
      params: params(),
      body: { from: month, to, withAdvice: false },
    })
  // It is the first of June.
  expect((await simulate('2026-06')).error?.fields).toEqual({ to: 'future_date' })
  const answers = await Promise.all([simulate(), simulate()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { simulation } = answers.find(({ status }) => status === 200)!.data
  expect(await waitForJob(simulation.jobId!)).toBe('done')
  const read_ = (sharingGroupId: number) =>
    organiser.call('GET /sharing-groups/:sharingGroupId/simulations/:simulationId', {
      params: { sharingGroupId, simulationId: simulation.id },
    })
  const isOutdated = async () => (await read_(groupId)).data.simulation.isOutdated
  expect(await isOutdated()).toBe(false)
  // A simulation has keys of its own, and rests on prices and terms.
  await insertSharingKey(server.db, groupId, { kind: 'optimal' })
  expect(await isOutdated()).toBe(false)
  await server.db.run(sql`update price_list set version = version + 1 where id = ${lists.ana}`)
  expect(await isOutdated()).toBe(true)
  const otherId = await insertSharingGroup(server.db, { ownerId: organiserId })
  expect((await read_(otherId)).error?.code).toBe('not_found')
})

test('a group with statements is not deleted', async () => {
  await byUse()
  await settle()
  const answer = await organiser.call('DELETE /sharing-groups/:sharingGroupId', { params: params() })
  expect(answer.error?.code).toBe('sharing_settled')
  expect((await read()).statements).toHaveLength(2)
})

test.each([
  ['the fees', 'organiser = organiser || \'{"senderFeePerMonth": "9.99"}\'', ['terms']],
  ['the price', 'price_terms = \'{"kind": "fixed", "perKwh": "0.09"}\'', ['terms']],
  ['the first day', "valid_from = '2026-03-10'", ['terms']],
])('%s of a group makes months outdated, and re-issues them as its terms', async (_, change, cause) => {
  await byUse()
  await settle()
  expect(await outdated()).toEqual([])
  await server.db.script(`update sharing_group set ${change} where id = ${groupId}`)
  expect(await outdated()).toEqual(['Ana', 'Bor'])
  await settle()
  expect(await outdated()).toEqual([])
  expect(await causes()).toContainEqual(['Ana', 2, cause])
})

test('the connection case of a group makes months outdated, and who never had readings closes none', async () => {
  await byUse()
  await settle()
  const gone = await insertSharingMember(server.db, groupId, {
    ...{ name: 'Gone', role: 'receiver', validTo: '2026-03-31' },
  })
  expect(await outdated()).toEqual(['Ana', 'Bor'])
  await server.db.run(sql`delete from sharing_member where id = ${gone}`)
  expect(await outdated()).toEqual([])
  await server.db.run(sql`update sharing_group set community_case = 3 where id = ${groupId}`)
  expect(await outdated()).toEqual(['Ana', 'Bor'])
})

test('another month that is settled leaves the statements of this one as they are', async () => {
  await byUse()
  await settle()
  const other = await organiser.call('POST /sharing-groups/:sharingGroupId/statements', {
    params: params(),
    body: { month: '2026-02' },
  })
  expect(await waitForJob(other.data.job.id)).toBe('done')
  const { statements, months } = await read()
  expect(statements.map(({ version, isWithdrawn }) => [version, isWithdrawn])).toEqual([
    [1, false],
    [1, false],
  ])
  expect(months.map((one) => [one.month, one.statements])).toEqual([
    ['2026-03', 2],
    ['2026-02', 2],
  ])
})

test('what the group agrees on for later months changes nothing of this one', async () => {
  await byUse()
  await settle()
  await insertSharingKey(server.db, groupId, { kind: 'optimal' }, '2026-04-01')
  await server.db.run(sql`
    update sharing_member set state = 'left', valid_to = '2026-04-05' where id = ${members.bor}`)
  expect((await read()).statements.map(({ isOutdated }) => isOutdated)).toEqual([false, false])
})

test('a key from the first day, another end of a membership, and another netting make a month outdated', async () => {
  await byUse()
  await settle()
  await insertSharingKey(server.db, groupId, { kind: 'static', shares: { [members.bor]: '1' } }, '2026-03-01')
  expect(await outdated()).toEqual(['Ana', 'Bor'])
  await settle()
  await server.db.run(sql`
    update sharing_member set state = 'left', valid_to = '2026-03-20' where id = ${members.bor}`)
  expect(await outdated()).toEqual(['Ana', 'Bor'])
  await settle()
  expect((await causes()).map(([, , cause]) => cause)).toEqual([['member'], ['member']])
  await setNetting(points.ana, true)
  expect(await outdated()).toEqual(['Ana', 'Bor'])
  await settle()
  const ana = (await read()).statements.find(({ memberName }) => memberName === 'Ana')!
  expect(ana.cause).toContain('member')
  expect(ana.money.benefit).toBeNull()
  expect(ana.caveats.map(({ kind }) => kind)).toContain('yearlyNetting')
  await setNetting(points.ana, null)
})

test('prices of one concern the others only where the price between them, or the key, goes by them', async () => {
  await byUse()
  const touch = () => server.db.run(sql`update price_list set version = version + 1 where id = ${lists.bor}`)
  await settle()
  await touch()
  expect(await outdated()).toEqual(['Bor'])
  await server.db.run(sql`update sharing_group set price_terms = '{"kind": "middle"}' where id = ${groupId}`)
  await settle()
  await touch()
  expect(await outdated()).toEqual(['Ana', 'Bor'])
  await server.db.run(sql`update sharing_group set price_terms = '{"kind": "free"}' where id = ${groupId}`)
  await insertSharingKey(server.db, groupId, { kind: 'optimal' })
  await settle()
  await touch()
  expect(await outdated()).toEqual(['Ana', 'Bor'])
})

test('a price that is capped by the market is outdated by another version of its prices', async () => {
  const { db } = server
  await byUse()
  await db.run(sql`
    update sharing_group set price_terms = '{"kind": "spotCapped", "perKwh": "0.08"}' where id = ${groupId}`)
  await settle()
  expect(await outdated()).toEqual([])
  await insertSpotDay('2026-03-12')
  expect(await outdated()).toEqual(['Ana', 'Bor'])
  await db.run(sql`delete from spot_day`)
  await insertSpotDay('2026-04-12')
  expect(await outdated()).toEqual([])
})

/** Of any prices: that they are others is told by their version. */
const insertSpotDay = (day: string) =>
  server.db.run(sql`
    insert into spot_day (region, day, source, version, is_current, currency, starts_at, unit_seconds, prices, missing,
      fetched_at)
    values ('SI', ${day}, 'test', 1, true, 'EUR', ${day}::date at time zone 'Europe/Ljubljana', 3600, ''::bytea, 24, now())`)

test('the statement of who no longer takes part in the month is withdrawn, and stays', async () => {
  const cene = await insertSharingMember(server.db, groupId, {
    ...{ name: 'Cene', role: 'receiver', deviceId: points.bor, priceListId: lists.bor },
  })
  await byUse()
  await settle()
  await server.db.run(sql`update sharing_member set valid_from = '2026-04-01' where id = ${cene}`)
  await settle()
  const { statements, months } = await read()
  expect(statements.find(({ memberId }) => memberId === cene)).toMatchObject({
    ...{ version: 1, isWithdrawn: true, isOutdated: false, replacedBy: null },
  })
  expect(statements.filter(({ isWithdrawn }) => !isWithdrawn).map(({ memberName }) => memberName)).toContain(
    'Bor',
  )
  expect(months).toMatchObject([{ statements: 2 }])
})

test('what differs though nothing has changed was changed by the program, and says so', async () => {
  await byUse()
  await settle()
  await server.db.run(sql`
    update sharing_statement set statement = jsonb_set(statement, '{money,paid}', '"0.01"')
    where group_id = ${groupId} and member_id = ${members.bor}`)
  await settle()
  expect(await causes()).toEqual([
    ['Ana', 1, []],
    ['Bor', 2, ['program']],
  ])
})
