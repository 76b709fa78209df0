import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { notifyLink } from '../link-notices.ts'
import {
  connectController,
  createTestController,
  createTestLocation,
  findStored,
  publish,
  type TestController,
  until,
} from '../link-test-kit.ts'

let server: TestServer
let locationId: number

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  locationId = await createTestLocation(server.db)
})
afterAll(() => server.stop())

const valuesOf = async (controller: TestController) =>
  Object.assign({}, ...(await findStored(server.db, controller)).map(({ values }) => values)) as object

describe('Emoncms', () => {
  const mapping = [
    {
      source: 'emoncms/house/grid',
      device: 'g',
      deviceName: 'Grid',
      category: 'GRID',
      metric: 'power',
      factor: 1,
    },
  ]

  it('takes inputs by a form with the key in it, answers as Emoncms does, and stores what is mapped', async () => {
    const controller = await createTestController(server.db, locationId)
    await server.db.run(
      sql`update controller set mapping = ${JSON.stringify(mapping)}::jsonb where id = ${controller.id}`,
    )
    const form = new URLSearchParams({
      apikey: controller.token,
      node: 'house',
      fulljson: '{"grid":1250,"x":1}',
    })
    const answer = await fetch(`${server.url}/emoncms/input/post`, { method: 'POST', body: form })
    expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
    const data = encodeURIComponent(`[[${server.clock.time / 1000 - 60},"house",{"grid":900}]]`)
    const bulk = await fetch(
      `${server.url}/emoncms/input/bulk?time=0&data=${data}&apikey=${controller.token}`,
    )
    expect(bulk.status).toBe(200)
    expect((await findStored(server.db, controller)).map(({ ts }) => server.clock.time - ts)).toEqual([
      60_000, 0,
    ])
    const row = await server.db.row<{ sources: { source: string }[] }>(
      sql`select sources from controller where id = ${controller.id}`,
    )
    expect(row!.sources.map(({ source }) => source)).toEqual(['emoncms/house/grid', 'emoncms/house/x'])
  })

  it('refuses a wrong key, and a request without values', async () => {
    const { token } = await createTestController(server.db, locationId)
    const send = async (query: string) => (await fetch(`${server.url}/emoncms/input/post?${query}`)).status
    expect([await send('apikey=guess&csv=1'), await send('csv=1'), await send(`apikey=${token}`)]).toEqual([
      401, 401, 400,
    ])
  })
})

it('a HomeWizard meter is posted by a relay under its name', async () => {
  const controller = await createTestController(server.db, locationId)
  const answer = await fetch(`${server.url}/link/v1/${controller.serial}/ext/homewizard/p1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controller.token}` },
    body: JSON.stringify({ smr_version: 50, active_power_w: -543, total_gas_m3: 2.5 }),
  })
  expect(answer.status).toBe(200)
  expect(Object.values(await valuesOf(controller)).toSorted()).toEqual([-543, 2.5])
})

it('telegrams and messages of an AMS reader come over MQTT', async () => {
  const controller = await createTestController(server.db, locationId)
  const client = await connectController(server.deps.link.mqttPort!, controller)
  await publish(client, controller, 'ext/p1', '/OHM5TEST\r\n\r\n1-0:1.7.0(01.5*kW)\r\n!\r\n')
  expect(Object.values(await valuesOf(controller))).toEqual([1500])
  server.clock.time += 1000
  await publish(client, controller, 'ext/ams', { t: server.clock.time / 1000, data: { P: 0, PO: 800 } })
  expect(Object.values(await valuesOf(controller))).toEqual([-800])
  await client.endAsync()
})

it('telegrams are of the time of the place where their reader was linked meanwhile', async () => {
  const controller = await createTestController(server.db, null)
  const linked = { ...controller, locationId }
  const post = async () => {
    server.clock.time += 5000
    const time = new Date(server.clock.time - 4000 + 2 * 3_600_000)
      .toISOString()
      .replace(/\D/g, '')
      .slice(2, 14)
    await fetch(`${server.url}/link/v1/${controller.serial}/ext/p1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controller.token}` },
      body: `/OHM5TEST\r\n\r\n0-0:1.0.0(${time}S)\r\n1-0:1.7.0(01.5*kW)\r\n!\r\n`,
    })
  }
  await post()
  await server.db.run(sql`update controller set location_id = ${locationId} where id = ${controller.id}`)
  await server.db.transaction((tx) => notifyLink(tx, { t: 'changed', serial: controller.serial }))
  await until(async () => {
    await post()
    return (await findStored(server.db, linked)).some(({ ts }) => ts === server.clock.time - 4000)
  })
})
