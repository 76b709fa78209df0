import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { makeSigner, makeSoftware } from '../../testing/make-software.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { createTestController, type TestController } from '../link/link-test-kit.ts'
import { startUpdates } from './start-updates.ts'
import { createDevice, uploadSoftware } from './update-test-kit.ts'

const signer = makeSigner()
const image = makeSoftware(signer, {
  version: '2.0.0',
  files: [{ name: 'p', content: Buffer.from('program') }],
})
let server: TestServer
let admin: TestClient
let aggregator: TestClient
let imageId: number
let companyId: number
let fleet: TestController[]

beforeAll(async () => {
  const softwareCertificates = [new X509Certificate(signer.certificate)]
  server = await startTestServer({ time: Date.now(), settings: { softwareCertificates } })
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
  ;({ id: imageId } = await uploadSoftware(admin, server.url, image))
})
afterAll(async () => {
  await server.stop()
  signer.remove()
})
let companies = 0
beforeEach(async () => {
  const company = await insertCompany(server.db, `Company ${++companies}`)
  companyId = company.companyId
  await insertUser(server.db, `aggregator${companies}@test.si`, 'ROLE_AGGREGATOR', {
    companyIds: [companyId],
  })
  aggregator = server.client()
  await aggregator.signIn(`aggregator${companies}@test.si`)
  fleet = []
  for (let number = 0; number < 12; number++) {
    const locationId = await insertLocation(server.db, { companyId, locationGroupId: company.rootGroupId })
    fleet.push(await createTestController(server.db, locationId))
  }
  await server.db.run(
    sql`update controller set online = true, info = '{"features": ["update"], "softwareVersion": "1.0.0"}'
        where id = any(${fleet.map(({ id }) => id)}::int[])`,
  )
})

const look = () => server.deps.updates.look()
const startRollOut = (more: object = {}) =>
  aggregator.call('POST /roll-outs', {
    body: {
      name: 'June',
      imageId,
      companyId,
      stages: [{ count: 1 }, { percent: 50 }, { percent: 100 }],
      ...more,
    },
  })
const getRollOut = async (rollOutId: number) =>
  (await aggregator.call('GET /roll-outs/:rollOutId', { params: { rollOutId } })).data.roll_out

/** The controllers that are offered the update, with what to answer. */
async function findOffers() {
  const offers: { controller: TestController; end(finished: 'success' | 'failure'): Promise<void> }[] = []
  for (const controller of fleet) {
    const device = createDevice(server, controller)
    const href = (await device.poll()).links.deploymentBase?.href
    if (href === undefined) continue
    const end = async (finished: 'success' | 'failure') => {
      await device.report(href.split('/').at(-1)!, 'closed', finished, ['Ended'])
      if (finished === 'success')
        await server.db.run(
          sql`update controller set info = info || '{"softwareVersion": "2.0.0"}' where id = ${controller.id}`,
        )
    }
    offers.push({ controller, end })
  }
  return offers
}
async function endAll(finished: 'success' | 'failure'): Promise<number> {
  const offers = await findOffers()
  for (const { end } of offers) await end(finished)
  await look()
  return offers.length
}

test('each stage starts when the one before has succeeded, until everybody has the version', async () => {
  const candidates = await aggregator.call('GET /roll-outs/candidates', { query: { imageId, companyId } })
  expect(candidates.data).toEqual({ count: 12, online: 12, versions: [{ version: '1.0.0', count: 12 }] })
  const { id, stages } = (await startRollOut()).data.roll_out
  expect(stages).toEqual([1, 6, 12])
  await look()
  expect(await findOffers()).toHaveLength(1)
  await look()
  expect(await getRollOut(id)).toMatchObject({ stage: 0, counts: { requested: 1, waiting: 11 } })
  expect(await endAll('success')).toBe(1)
  expect(await endAll('success')).toBe(5)
  expect(await endAll('success')).toBe(6)
  expect(await getRollOut(id)).toMatchObject({ state: 'done', counts: { installed: 12, failed: 0 } })
  expect((await startRollOut()).error?.code).toBe('no_controllers')
})

test('it stops by itself at the third failure, offers nothing more, and goes on when somebody says so', async () => {
  const { id } = (await startRollOut({ stages: [{ percent: 100 }] })).data.roll_out
  await look()
  const offers = await findOffers()
  for (const { end } of offers.slice(0, 3)) await end('failure')
  await look()
  const stopped = await getRollOut(id)
  expect(stopped).toMatchObject({ state: 'stopped', changed_by: null, counts: { failed: 3, requested: 9 } })
  expect(await findOffers()).toHaveLength(0)
  const results = await aggregator.call('GET /roll-outs/:rollOutId/controllers', {
    params: { rollOutId: id },
  })
  expect(results.data.controllers[0]).toMatchObject({ state: 'failed', failure: 'refused', detail: 'Ended' })

  const act = (action: 'pause' | 'resume' | 'cancel', revision: number) =>
    aggregator.call('POST /roll-outs/:rollOutId/state', {
      params: { rollOutId: id },
      body: { action, revision },
    })
  expect((await act('resume', stopped.revision - 1)).error?.code).toBe('edited_meanwhile')
  const { revision } = (await act('resume', stopped.revision)).data.roll_out
  await look()
  expect(await getRollOut(id)).toMatchObject({ state: 'running' })
  expect(await findOffers()).toHaveLength(9)
  const cancelled = (await act('cancel', revision)).data.roll_out
  expect(cancelled).toMatchObject({ state: 'cancelled', counts: { cancelled: 9, failed: 3 } })
  expect((await act('resume', cancelled.revision)).error?.code).toBe('roll_out_over')
})

test('while it is paused nobody else is told, and who is at work may end', async () => {
  const { id, revision } = (await startRollOut({ stages: [{ percent: 100 }] })).data.roll_out
  await look()
  const [first] = await findOffers()
  const device = createDevice(server, first!.controller)
  const href = (await device.poll()).links.deploymentBase!.href
  await device.report(href.split('/').at(-1)!, 'proceeding')
  await aggregator.call('POST /roll-outs/:rollOutId/state', {
    params: { rollOutId: id },
    body: { action: 'pause', revision },
  })
  expect(await findOffers()).toHaveLength(1)
  await first!.end('success')
  await look()
  expect(await getRollOut(id)).toMatchObject({ state: 'paused', counts: { installed: 1, requested: 11 } })

  // However long it takes: the time of those who were told begins when it goes on.
  server.clock.time += 8 * 86_400_000
  await aggregator.signIn(`aggregator${companies}@test.si`)
  await look()
  const paused = await getRollOut(id)
  expect(paused.counts).toMatchObject({ requested: 11, failed: 0 })
  await aggregator.call('POST /roll-outs/:rollOutId/state', {
    params: { rollOutId: id },
    body: { action: 'resume', revision: paused.revision },
  })
  await look()
  expect(await getRollOut(id)).toMatchObject({ state: 'running', counts: { requested: 11, failed: 0 } })
})

test('who is away does not hold up the next stage, and gets the update when it is back', async () => {
  const { id } = (await startRollOut({ stages: [{ count: 2 }, { percent: 100 }] })).data.roll_out
  await look()
  const [first, second] = await findOffers()
  await first!.end('success')
  await server.db.run(sql`update controller set online = false where id = ${second!.controller.id}`)
  await look()
  expect((await getRollOut(id)).stage).toBe(0)
  server.clock.time += 16 * 60_000
  await look()
  expect((await getRollOut(id)).stage).toBe(1)
  expect(await endAll('success')).toBe(11)
  // The one that was away reported with the others; its connection is what is missing.
  await server.db.run(sql`update controller set online = true where id = ${second!.controller.id}`)
  await look()
  expect(await getRollOut(id)).toMatchObject({ state: 'done', counts: { installed: 12 } })
})

test('who is removed gets nothing, and counts neither as a failure nor as one that is awaited', async () => {
  const { id } = (await startRollOut({ stages: [{ percent: 100 }] })).data.roll_out
  await look()
  const [removed] = fleet
  const location = await server.db.row<{ location_id: number }>(
    sql`select location_id from controller where id = ${removed!.id}`,
  )
  const params = { locationId: location!.location_id, controllerId: removed!.id }
  const path = 'DELETE /locations/:locationId/controllers/:controllerId'
  expect((await aggregator.call(path, { params })).status).toBe(204)
  fleet.shift()
  expect(await endAll('success')).toBe(11)
  expect(await getRollOut(id)).toMatchObject({
    ...{ state: 'done', counts: { installed: 11, failed: 0, cancelled: 1, requested: 0 } },
  })
})

test('where the only one of a stage fails it stops, and another one is the first when somebody goes on', async () => {
  const { id } = (await startRollOut()).data.roll_out
  await look()
  expect(await endAll('failure')).toBe(1)
  const stopped = await getRollOut(id)
  expect(stopped).toMatchObject({ state: 'stopped', changed_by: null, counts: { failed: 1, waiting: 11 } })
  await aggregator.call('POST /roll-outs/:rollOutId/state', {
    params: { rollOutId: id },
    body: { action: 'resume', revision: stopped.revision },
  })
  await look()
  expect(await findOffers()).toHaveLength(1)
  expect(await getRollOut(id)).toMatchObject({ state: 'running', stage: 0, stages: [2, 6, 12] })
  expect(await endAll('success')).toBe(1)
  expect(await findOffers()).toHaveLength(4)
})

test('where the only one of a stage is removed another one is the first', async () => {
  const { id } = (await startRollOut()).data.roll_out
  await look()
  const [offer] = await findOffers()
  const location = await server.db.row<{ location_id: number }>(
    sql`select location_id from controller where id = ${offer!.controller.id}`,
  )
  await aggregator.call('DELETE /locations/:locationId/controllers/:controllerId', {
    params: { locationId: location!.location_id, controllerId: offer!.controller.id },
  })
  fleet.splice(fleet.indexOf(offer!.controller), 1)
  await look()
  expect(await findOffers()).toHaveLength(1)
  expect(await getRollOut(id)).toMatchObject({ stage: 0, counts: { cancelled: 1, requested: 1 } })
})

test('several processes take a roll-out on together, each stage once', async () => {
  const { id } = (await startRollOut()).data.roll_out
  const second = startUpdates(server.deps)
  await Promise.all([look(), second.look(), look(), second.look()])
  expect(await getRollOut(id)).toMatchObject({ stage: 0, counts: { requested: 1, waiting: 11 } })
  await second.close()
  const told = await server.db.rows(
    sql`select 1 from command where op = 'update.check' and controller_id = any(${fleet.map((one) => one.id)}::int[])`,
  )
  expect(told).toHaveLength(1)
})

test('an aggregator neither sees nor starts what is not of their company', async () => {
  const other = await insertCompany(server.db, `Other ${companies}`)
  expect((await startRollOut({ companyId: other.companyId })).error?.code).toBe('not_found')
  expect((await startRollOut({ companyId: null })).error?.code).toBe('not_found')
  expect((await startRollOut({ locationGroupId: other.rootGroupId })).error?.code).toBe('not_found')
  const { id } = (await startRollOut()).data.roll_out
  const stranger = server.client()
  await insertUser(server.db, `stranger${companies}@test.si`, 'ROLE_AGGREGATOR', {
    companyIds: [other.companyId],
  })
  await stranger.signIn(`stranger${companies}@test.si`)
  const params = { rollOutId: id }
  expect((await stranger.call('GET /roll-outs')).data.roll_outs).toEqual([])
  for (const name of ['GET /roll-outs/:rollOutId', 'GET /roll-outs/:rollOutId/controllers'] as const)
    expect((await stranger.call(name, { params })).error?.code).toBe('not_found')
  const act = await stranger.call('POST /roll-outs/:rollOutId/state', {
    params,
    body: { action: 'cancel', revision: 1 },
  })
  expect(act.error?.code).toBe('not_found')
})
