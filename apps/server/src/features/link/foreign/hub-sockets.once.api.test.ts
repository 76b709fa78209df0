import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sql } from '../../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { testNow } from '../../../testing/test-settings.ts'
import { sendCommand } from '../commands.ts'
import {
  createTestController,
  createTestLocation,
  findStored,
  type TestController,
  until,
} from '../link-test-kit.ts'

let server: TestServer
let locationId: number
const sockets: WebSocket[] = []

beforeAll(async () => {
  server = await startTestServer()
  locationId = await createTestLocation(server.db)
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await server.stop()
})

type Frame = Record<string, unknown>

/** A client that keeps every frame, from the first one on. */
function connect(path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers })
  sockets.push(socket)
  const frames: Frame[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  const send = (frame: Frame) => socket.send(JSON.stringify(frame))
  const find = (matches: (frame: Frame) => boolean) => until(() => frames.find(matches))
  return { socket, frames, send, find }
}

async function storedValues(controller: TestController): Promise<Record<string, unknown>> {
  const samples = await findStored(server.db, controller)
  const devices = await server.db.rows<{ key: string; source_key: string }>(
    sql`select key, source_key from device where controller_id = ${controller.id}`,
  )
  const sourceOf = new Map(devices.map((device) => [device.key, device.source_key]))
  const values = Object.entries(Object.assign({}, ...samples.map((sample) => sample.values)))
  return Object.fromEntries(
    values.map(([key, value]) => {
      const [device = '', metric] = key.split('/')
      return [`${sourceOf.get(device) ?? device}/${metric}`, value]
    }),
  )
}

const command = (controller: TestController, op: 'switch' | 'setpoint', args: Record<string, unknown>) =>
  sendCommand(server.deps, {
    ...{ controllerId: controller.id, op, args, ttlSeconds: 60, audit: null },
  })

async function findState(id: string) {
  const row = await server.db.row<{ state: string }>(sql`select state from command where id = ${id}::uuid`)
  return row?.state
}
const isOnline = async ({ id }: TestController) =>
  (await server.db.row<{ online: boolean }>(sql`select online from controller where id = ${id}`))?.online

it('a Shelly opens a WebSocket, tells all of its values, is asked for its name, and switches', async () => {
  const controller = await createTestController(server.db, locationId)
  const plug = connect(`/link/v1/shelly/${controller.serial}/${controller.token}`)
  await once(plug.socket, 'open')
  const src = 'shellyplugsg3-aabbccddeeff'
  plug.send({
    ...{ src, dst: 'ws', method: 'NotifyFullStatus' },
    params: { ts: testNow / 1000 - 1, 'switch:0': { output: true, apower: 12.5, aenergy: { total: 100.5 } } },
  })
  const asked = await plug.find(({ method }) => method === 'Shelly.GetConfig')
  plug.send({ id: asked.id, src, dst: asked.src, result: { 'switch:0': { name: 'Boiler' } } })
  const expected = { on: true, power: 12.5, energy_consumption: 100.5 }
  await until(async () => Object.keys(await storedValues(controller)).length === 3)
  const device = `${src}.switch0`
  expect(await storedValues(controller)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([metric, value]) => [`${device}/${metric}`, value])),
  )
  await until(async () =>
    server.db.row(
      sql`select 1 from device where controller_id = ${controller.id} and category = 'HVAC' and name = 'Boiler'`,
    ),
  )
  const { id } = await command(controller, 'switch', { device, on: false })
  const call = await plug.find(({ method }) => method === 'Switch.Set')
  expect(call.params).toEqual({ id: 0, on: false })
  // Whoever looks sees frames as well, as messages of its kind.
  await server.deps.link.watchMessages(controller.serial)
  plug.send({ id: call.id, src, dst: call.src, result: { was_on: true } })
  await until(async () => (await findState(id)) === 'done')
  await server.deps.link.flush()
  const seen = await server.db.rows<{ topic: string; outcome: string }>(
    sql`select topic, outcome from controller_message where controller_id = ${controller.id}`,
  )
  expect(seen).toEqual([{ topic: `ems/v1/${controller.serial}/ext/shelly`, outcome: 'stored' }])
  plug.socket.close()
  await until(async () => (await isOnline(controller)) === false)
})

it('an OpenEMS Edge is known by its key, sends compressed, and is told a power until it is forgotten', async () => {
  const controller = await createTestController(server.db, locationId)
  const edge = connect('/link/v1/openems', { apikey: controller.token })
  await once(edge.socket, 'open')
  expect(edge.socket.extensions).toContain('permessage-deflate')
  const natures = (...names: string[]) => ({ natureIds: names.map((name) => `io.openems.edge.${name}`) })
  edge.send({
    ...{ jsonrpc: '2.0', method: 'edgeConfig' },
    params: {
      components: { ess0: { alias: '', factoryId: 'Ess', properties: {} } },
      factories: {
        Ess: natures('ess.api.SymmetricEss', 'ess.api.ManagedSymmetricEss'),
        // As long as those of a real one.
        Other: { description: 'x'.repeat(600_000) },
      },
    },
  })
  const tell = (channels: Frame) =>
    edge.send({ jsonrpc: '2.0', method: 'timestampedData', params: { [testNow]: channels } })
  tell({ '_sum/GridActivePower': -200, '_sum/EssSoc': 57, '_sum/EssDischargePower': 1100 })
  edge.send({
    jsonrpc: '2.0',
    method: 'aggregatedData',
    params: { [testNow - 600_000]: { '_sum/EssSoc': 40 } },
  })
  await until(async () => (await findStored(server.db, controller)).length === 2)
  expect(await storedValues(controller)).toEqual({ 'grid/power': -200, 'bat/soc': 57, 'bat/power': 1100 })
  edge.send({ jsonrpc: '2.0', id: 'q', method: 'appCenter', params: {} })
  expect((await edge.find(({ id }) => id === 'q')).error).toBeDefined()

  const { id } = await command(controller, 'setpoint', { device: 'bat', power: 2000, ttl: 900 })
  const call = await edge.find(({ method }) => method === 'authenticatedRpc')
  expect(call).toMatchObject({
    id,
    params: { user: { role: 'admin' }, payload: { params: { componentId: 'ess0', value: 2000 } } },
  })
  edge.send({ jsonrpc: '2.0', id, result: { payload: { jsonrpc: '2.0', id, result: {} } } })
  await until(async () => (await findState(id)) === 'done')
})

it('an OpenEMS Edge that connects again takes the place of its old connection; a stranger has none', async () => {
  const controller = await createTestController(server.db, locationId)
  const first = connect('/link/v1/openems', { apikey: controller.token })
  await once(first.socket, 'open')
  const ended = once(first.socket, 'close')
  const second = connect('/link/v1/openems', { apikey: controller.token })
  await once(second.socket, 'open')
  expect((await ended)[0]).toBe(1000)
  const stranger = connect('/link/v1/openems', { apikey: `${controller.token.slice(1)}x` })
  const [, answer] = await once(stranger.socket, 'unexpected-response')
  expect(answer.statusCode).toBe(401)
  stranger.socket.on('error', () => {})
})
