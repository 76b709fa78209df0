import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { updateMark } from '../installation/installation-queries.ts'
import { demoPassword } from './demo-world.ts'
import { seedDemo } from './seed-demo.ts'
import { seedDemoPoints } from './seed-demo-points.ts'
import { seedDemoPrices } from './seed-demo-prices.ts'

let server: TestServer
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  server = await startTestServer({ settings: { dataDir } })
  await updateMark(server.db, 'demo')
  const secrets = await seedDemo(server.deps)
  await seedDemoPoints(server.deps)
  await seedDemoPrices(server.deps, secrets)
  // A second start adds nothing.
  await seedDemoPrices(server.deps, secrets)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function readPricing(email: string, name: string) {
  const client = server.client()
  await client.signIn(email, demoPassword)
  const { id: locationId } = (await server.db.row<{ id: number }>(
    sql`select id from location where name = ${name}`,
  ))!
  return (await client.call('GET /locations/:locationId/pricing', { params: { locationId } })).data.pricing
}

test('a house went from a tariff to the spot market and is joined with its metering point', async () => {
  const { entries, gaps, warning, point } = await readPricing('advanced@demo.test', 'Hiša Novak')
  expect(entries.map(({ listType, phase }) => [listType, phase])).toEqual([
    ['fixed', 'ended'],
    ['spot_market', 'active'],
  ])
  expect([gaps, warning]).toEqual([[], null])
  expect(point).toMatchObject({ origin: 'joined', abstractDeviceId: expect.any(Number) })
})

test('another pays by the time of day, and a farm has no plan yet', async () => {
  const house = await readPricing('basic@demo.test', 'Hiša Kovač')
  expect(house.entries.at(-1)).toMatchObject({ listType: 'time_of_use', phase: 'active' })
  expect(house.point).toMatchObject({ origin: 'entered', agreedPowersKw: [4.6, 5, 5, 5, 5] })
  expect(await readPricing('advanced@demo.test', 'Kmetija Podlesnik')).toMatchObject({ warning: 'noPlan' })
})

test('it is seeded once', async () => {
  const { count } = (await server.db.row<{ count: number }>(
    sql`select count(*)::int as count from rate_plan`,
  ))!
  expect(count).toBe(5)
})
