import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayAfter } from '@ohmstead/domain/time/days'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { updateMark } from '../installation/installation-queries.ts'
import { demoPassword } from './demo-world.ts'
import { seedDemo } from './seed-demo.ts'
import { seedDemoMoney } from './seed-demo-money.ts'
import { seedDemoPoints } from './seed-demo-points.ts'
import { seedDemoPrices } from './seed-demo-prices.ts'
import { settleWhatIsReady } from './settle-demo-groups.ts'

const now = Date.parse('2026-04-15T10:00:00Z')
let server: TestServer
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  server = await startTestServer({ time: now, settings: { dataDir } })
  await updateMark(server.db, 'demo')
  const secrets = await seedDemo(server.deps)
  await seedDemoPoints(server.deps)
  await seedDemoPrices(server.deps, secrets)
  await seedDemoMoney(server.deps, secrets)
  // A second start adds nothing.
  await seedDemoMoney(server.deps, secrets)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signIn(name: string) {
  const client = server.client()
  await client.signIn(`${name}@demo.test`, demoPassword)
  return client
}
const findGroups = async (name: string) =>
  (await (await signIn(name)).call('GET /sharing-groups')).data.groups

test('the house with panels and a battery has a budget, and shows what they cost', async () => {
  const client = await signIn('advanced')
  const { id: locationId } = (await server.db.row<{ id: number }>(
    sql`select id from location where name = 'Hiša Novak'`,
  ))!
  const { money } = (await client.call('GET /locations/:locationId/money', { params: { locationId } })).data
  expect(money?.budget).toMatchObject({ amount: '40', currency: 'EUR' })
  const { investments } = (
    await client.call('GET /locations/:locationId/investments', { params: { locationId } })
  ).data
  expect(investments.map(({ kind, boughtOn }) => [kind, boughtOn])).toEqual([
    ['solar', '2023-02-15'],
    ['battery', '2024-08-15'],
  ])
})

test('neighbours share what they feed in, and households a plant of the cooperative', async () => {
  expect(await findGroups('advanced')).toMatchObject([
    { scheme: 'sharing', isOrganiser: true, memberCount: 3, keyKind: 'byUse', validFrom: '2026-03-01' },
  ])
  // As a member only.
  expect(await findGroups('basic')).toMatchObject([
    { scheme: 'sharing', isOrganiser: false, ownMemberCount: 1 },
  ])
  const company = (await findGroups('aggregator')).find(({ scheme }) => scheme === 'selfSupply')!
  expect(company).toMatchObject({ isOrganiser: true, memberCount: 9, keyKind: 'static', communityCase: 1 })
  const { group } = (
    await (
      await signIn('aggregator')
    ).call('GET /sharing-groups/:sharingGroupId', {
      params: { sharingGroupId: company.id },
    })
  ).data
  expect(group.problems.filter(({ isBlocking }) => isBlocking)).toEqual([])
  expect(group.members.every(({ isPriced }) => isPriced)).toBe(true)
})

test('statements of the months that have passed are issued once all readings are there', async () => {
  const countByMonth = () =>
    server.db.rows(sql`
      select month, count(*)::int as statements from sharing_statement where is_current group by month order by month`)
  expect(await settleWhatIsReady(server.deps)).toBe(3)
  const points = await server.db.rows<{ id: number }>(sql`
    select coalesce(m.abstract_device_id, p.abstract_device_id) as id from sharing_member m
      left join location_pricing p on p.location_id = m.location_id
    where coalesce(m.abstract_device_id, p.abstract_device_id) is not null`)
  expect(points).toHaveLength(10)
  for (const { id } of points)
    await insertQuarterHours(
      server.db,
      id,
      ['2026-02-01', dayAfter('2026-03-31')],
      () => 0.4,
      () => 0.1,
    )
  expect(await settleWhatIsReady(server.deps)).toBe(3)
  await server.db.run(sql`insert into job (kind, state) values ('demo_history', 'done')`)
  // Of the neighbours, energy of a day is still to be computed from their readings.
  await server.db.run(sql`
    insert into energy_due (location_id, controller_id, is_spread, hour, until, series, mark)
    select location_id, 1, false, '2026-03-12T10:00:00Z', '2026-03-12T11:00:00Z', '{}', 0
    from sharing_member where location_id is not null limit 1`)
  await vi.waitUntil(async () => (await settleWhatIsReady(server.deps)) === 1, { timeout: 60_000 })
  await expect.poll(countByMonth).toContainEqual({ month: '2026-03', statements: 9 })
  await server.db.run(sql`delete from energy_due`)
  // One month of each group at a time, the newest first.
  await vi.waitUntil(async () => (await settleWhatIsReady(server.deps)) === 0, { timeout: 60_000 })
  await expect.poll(countByMonth).toEqual([
    { month: '2026-02', statements: 9 },
    { month: '2026-03', statements: 12 },
  ])
})
