import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { createBulkClient } from './bulk-test-kit.ts'

let server: TestServer
let companyId: number
let rootId: number
let ana: ReturnType<typeof createBulkClient>

beforeAll(async () => {
  server = await startTestServer({ settings: { logLevel: 'error' } })
  const company = await insertCompany(server.db, 'Sun')
  companyId = company.companyId
  rootId = company.rootGroupId
  await insertUser(server.db, 'ana@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const client = server.client()
  await client.signIn('ana@test.si')
  ana = createBulkClient(server, client, rootId)
})
afterAll(() => server.stop())

const reserve = {
  action: 'parameter' as const,
  category: 'BATTERY' as const,
  parameter: 'soc_min',
  value: 20,
}
const param = {
  ...{ name: 'soc_min', type: 'number', unit: '%', min: 0, max: 100, step: 1, options: null },
  ...{ value: 10, rw: true },
}

async function insertHome(name: string, change: { online?: boolean; param?: object; devices?: number } = {}) {
  const { online = true, devices = 1 } = change
  const id = await insertLocation(server.db, { companyId, locationGroupId: rootId, name })
  const batteries = Array.from({ length: devices }, (_, place) => ({
    key: `bat${place}`,
    category: 'BATTERY',
  }))
  const { controllerId } = await insertController(server.db, id, batteries)
  await server.db.run(sql`update controller set online = ${online} where id = ${controllerId}`)
  const params = JSON.stringify([{ ...param, ...change.param }])
  await server.db.run(sql`update device set params = ${params}::jsonb where location_id = ${id}`)
  return id
}

/** The controllers of some locations answer what was sent to them. */
async function answer(locationIds: number[], state: 'done' | 'rejected' = 'done') {
  await server.db.run(sql`
    update command m set state = ${state} from controller c
    where c.id = m.controller_id and c.location_id = any(${locationIds}::int[]) and m.state = 'sent'`)
  if (state === 'done')
    await server.db.run(sql`
      update device d set params = jsonb_set(d.params, '{0,value}', (
        select m.args -> 'value' from command m where m.controller_id = d.controller_id and m.args ->> 'device' = d.source_key
        order by m.created_at desc limit 1))
      where d.location_id = any(${locationIds}::int[])`)
}
const untilSent = (id: number, count: number) =>
  expect.poll(async () => (await ana.one(id)).counts.sent).toBe(count)
const valueAt = async (id: number) =>
  (await server.db.row<{ value: number }>(
    sql`select params -> 0 -> 'value' as value from device where location_id = ${id}`,
  ))!.value

test('a setting is sent to each device, is done when its controller says so, and goes back to its own value before', async () => {
  const mill = await insertHome('Mill')
  const barn = await insertHome('Barn', { param: { value: 15 } })
  const farm = await insertHome('Farm')
  const { change } = (await ana.start([mill, barn, farm], reserve)).data
  await untilSent(change.id, 3)
  await answer([mill, barn])
  await answer([farm], 'rejected')
  await server.deps.bulkChanges.settled()
  expect(await ana.outcomes(change.id)).toEqual(
    new Map([
      [barn, 'done'],
      [farm, 'failed: rejected'],
      [mill, 'done'],
    ]),
  )
  // Somebody else has chosen another value at the mill.
  await server.db.run(
    sql`update device set params = jsonb_set(params, '{0,value}', '30') where location_id = ${mill}`,
  )
  server.clock.time += 1000
  const undo = (await ana.undo(change.id)).data.change
  await untilSent(undo.id, 1)
  await answer([barn])
  await server.deps.bulkChanges.settled()
  expect([...(await ana.outcomes(undo.id)).values()].sort()).toEqual(['done', 'skipped: changed_since'])
  expect([await valueAt(barn), await valueAt(mill)]).toEqual([15, 30])
  expect((await ana.one(change.id)).undoable).toBe(1)
})

test('who is away, has no such device or takes no such value is told before and left as it is', async () => {
  const two = await insertHome('Two', { devices: 2 })
  const ids = [
    await insertHome('Away', { online: false }),
    await insertHome('Already', { param: { value: 20 } }),
    await insertHome('Small', { param: { max: 15 } }),
    await insertHome('None', { devices: 0 }),
    await insertLocation(server.db, { companyId, locationGroupId: rootId, name: 'Empty' }),
    two,
  ]
  const preview = (await ana.preview(ids, reserve)).data
  expect(preview).toMatchObject({ total: 7, touched: 2 })
  const reasons = ['already', 'no_controller', 'no_device', 'offline', 'out_of_range']
  expect(preview.left_out.map(({ reason }) => reason).sort()).toEqual(reasons)
  const { change } = (await ana.start(ids, reserve)).data
  await untilSent(change.id, 2)
  await answer([two])
  await server.deps.bulkChanges.settled()
  const { items } = (await ana.items(change.id)).data
  const kept = items.flatMap(({ outcome, reason }) => (outcome === 'skipped' ? [reason] : []))
  expect(kept.sort()).toEqual(reasons)
  expect(items.flatMap(({ device, outcome }) => (outcome === 'done' ? [device!.name] : []))).toEqual([
    'bat0',
    'bat1',
  ])
})

test('a controller that does not answer in time has failed', async () => {
  const home = await insertHome('Quiet')
  const { change } = (await ana.start([home], reserve)).data
  await untilSent(change.id, 1)
  server.clock.time += 61_000
  await server.deps.bulkChanges.settled()
  expect([...(await ana.outcomes(change.id)).values()]).toEqual(['failed: no_answer'])
})

test('the settings that can be chosen are those of the devices, with the widest limits', async () => {
  const ids = [
    await insertHome('One', { param: { max: 80 } }),
    await insertHome('Other', { param: { min: 5 } }),
  ]
  expect((await ana.settings(ids)).data.settings).toEqual([
    {
      ...{ category: 'BATTERY', name: 'soc_min', type: 'number', unit: '%', min: 0, max: 100, step: 1 },
      ...{ options: null, devices: 2 },
    },
  ])
})
