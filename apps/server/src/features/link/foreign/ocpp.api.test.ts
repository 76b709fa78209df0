import { createRPCError, RPCClient } from 'ocpp-rpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { insertUser } from '../../../testing/test-world.ts'
import { saveCharging } from '../../charging/charging-queries.ts'
import { type CommandRequest, sendCommand } from '../commands.ts'
import {
  createTestController,
  createTestLocation,
  findRefusals,
  findStored,
  type TestController,
  until,
} from '../link-test-kit.ts'

// The client is an unmodified one of others; its strict schemas refuse what is not as the protocol says, both ways.
const now = Date.parse('2026-06-01T12:00:00Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
let server: TestServer
let locationId: number
let admin: TestClient
const clients: RPCClient[] = []

beforeAll(async () => {
  server = await startTestServer({ time: now })
  locationId = await createTestLocation(server.db)
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
})
afterAll(async () => {
  for (const client of clients) await client.close({ force: true })
  await server.stop()
})

interface Asked {
  method: string
  params: Record<string, unknown>
}

async function connect(
  controller: TestController,
  protocol: 'ocpp1.6' | 'ocpp2.0.1',
  answers: Record<string, object> = {},
) {
  // All but these have defaults, which its types do not know.
  const options: Partial<ConstructorParameters<typeof RPCClient>[0]> = {
    endpoint: `${server.url.replace('http', 'ws')}/ocpp`,
    identity: controller.serial,
    password: controller.token,
    protocols: [protocol],
    strictMode: true,
    reconnect: false,
    pingIntervalMs: 0,
  }
  const client = new RPCClient(options as ConstructorParameters<typeof RPCClient>[0])
  clients.push(client)
  const asked: Asked[] = []
  client.handle(async ({ method = '', params }) => {
    if (!(method in answers)) throw createRPCError('NotImplemented')
    asked.push({ method, params: params as Asked['params'] })
    return answers[method]!
  })
  const broken: unknown[] = []
  client.on('strictValidationFailure', ({ error }: { error: unknown }) => broken.push(error))
  await client.connect()
  return { client, asked, broken }
}

async function ask(controller: TestController, request: Pick<CommandRequest, 'op' | 'args'>) {
  await until(async () => {
    const row = await server.db.row(sql`select 1 from controller where id = ${controller.id} and online`)
    return row !== undefined
  })
  const command = { controllerId: controller.id, ttlSeconds: 30, audit: null, ...request }
  const { id } = await sendCommand({ db: server.db, clock: server.deps.clock }, command)
  return until(async () => {
    const row = await server.db.row<{ state: string; code: string | null }>(
      sql`select state, code from command where id = ${id}::uuid and state <> 'sent'`,
    )
    return row
  })
}

const findSessions = async () => {
  const answer = await admin.call('GET /locations/:locationId/charging-sessions', { params: { locationId } })
  return answer.data.sessions
}

/** The newest of those that began an hour ago. */
const findNewestHourLong = async () =>
  (await findSessions()).filter(({ started_at }) => started_at === now - 3_600_000).slice(0, 1)

const begin = async (client: RPCClient, payload: object) =>
  (await client.call('StartTransaction', payload)) as { transactionId: number }

const variable = (name: string, attributeValue: string) => ({
  ...{ attributeStatus: 'Accepted', attributeValue },
  ...{ component: { name: 'SampledDataCtrlr' }, variable: { name } },
})

const boot16 = { chargePointVendor: 'Etrel', chargePointModel: 'INCH', firmwareVersion: '4.2' }
const begin16 = { connectorId: 1, idTag: '04A2B3C4', meterStart: 1000, timestamp: at(-3600) }
const meterValues16 = (seconds: number, value: string) => ({
  ...{ connectorId: 1, meterValue: [{ timestamp: at(seconds), sampledValue: [{ value }] }] },
})

describe('a charging station', () => {
  it('of OCPP 1.6 sends values and a session, which people see with its energy', async () => {
    const controller = await createTestController(server.db, locationId)
    const { client, broken } = await connect(controller, 'ocpp1.6')
    expect(await client.call('BootNotification', boot16)).toMatchObject({ status: 'Accepted' })
    await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' })
    const { transactionId } = await begin(client, begin16)
    expect(await findSessions()).toMatchObject([{ energy_wh: null, ended_at: null }])
    await client.call('MeterValues', { ...meterValues16(-1800, '4000'), transactionId })
    await server.deps.link.flush()
    expect(await findSessions()).toMatchObject([{ energy_wh: 3000, ended_at: null }])
    await client.call('StopTransaction', { transactionId, meterStop: 8500, timestamp: at(-60) })
    const stored = await findStored(server.db, controller)
    expect(stored.flatMap(({ values }) => Object.values(values))).toContain(4000)
    expect(await findSessions()).toMatchObject([
      {
        device_name: 'Polnilnica 1',
        energy_wh: 7500,
        tag: '…B3C4',
        doubt: null,
        started_at: now - 3_600_000,
      },
    ])
    expect(broken).toEqual([])
  })

  it('of OCPP 2.0.1 starts, limits and stops as it is told', async () => {
    const controller = await createTestController(server.db, locationId)
    const yes = { status: 'Accepted' }
    const { client, asked, broken } = await connect(controller, 'ocpp2.0.1', {
      ...{
        RequestStartTransaction: yes,
        RequestStopTransaction: yes,
        SetChargingProfile: yes,
        TriggerMessage: yes,
      },
      GetVariables: { getVariableResult: [variable('TxUpdatedMeasurands', 'Power.Active.Import')] },
    })
    const chargingStation = { vendorName: 'Alfen', model: 'Eve' }
    await client.call('BootNotification', { reason: 'PowerUp', chargingStation })
    const status = { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp: at(0) }
    await client.call('StatusNotification', status)
    const device = 'ev1'
    expect(await ask(controller, { op: 'switch', args: { device, on: true } })).toMatchObject({
      state: 'done',
    })
    const event = { timestamp: at(0), triggerReason: 'RemoteStart', transactionInfo: { transactionId: 'x1' } }
    await client.call('TransactionEvent', { ...event, eventType: 'Started', seqNo: 0, evse: { id: 1 } })
    const limit = { device, power: 7000, ttl: 600 }
    expect(await ask(controller, { op: 'setpoint', args: limit })).toMatchObject({ state: 'done' })
    expect(await ask(controller, { op: 'switch', args: { device, on: false } })).toMatchObject({
      state: 'done',
    })
    expect(asked.map(({ method }) => method)).toEqual([
      ...['GetVariables', 'RequestStartTransaction', 'SetChargingProfile', 'RequestStopTransaction'],
    ])
    expect(asked[2]!.params).toMatchObject({ chargingProfile: { transactionId: 'x1' } })
    expect(broken).toEqual([])
  })

  it('of OCPP 1.6 is told limits, settings and restarts in the form that its schemas ask for', async () => {
    const controller = await createTestController(server.db, locationId)
    const yes = { status: 'Accepted' }
    const configurationKey = [{ key: 'MeterValueSampleInterval', readonly: false, value: '0' }]
    const { client, asked, broken } = await connect(controller, 'ocpp1.6', {
      ...{
        SetChargingProfile: yes,
        ChangeConfiguration: yes,
        Reset: { status: 'Rejected' },
        TriggerMessage: yes,
      },
      GetConfiguration: { configurationKey, unknownKey: [] },
    })
    await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
    const limit = { side: 'import', power: 11_000, ttl: 600 }
    expect(await ask(controller, { op: 'limit', args: limit })).toMatchObject({ state: 'done' })
    const set = { device: 'ev1', param: 'meter_interval', value: 30 }
    expect(await ask(controller, { op: 'set', args: set })).toMatchObject({ state: 'done' })
    expect(await ask(controller, { op: 'reboot', args: {} })).toEqual({ state: 'rejected', code: 'Rejected' })
    expect(asked.at(-2)!.params).toEqual({ key: 'MeterValueSampleInterval', value: '30' })
    expect(broken).toEqual([])
  })

  it('goes on with its session after everything in memory was lost', async () => {
    const controller = await createTestController(server.db, locationId)
    const { client } = await connect(controller, 'ocpp1.6')
    const { transactionId } = await begin(client, { ...begin16, connectorId: 2 })
    await client.close({ force: true })
    const again = (await connect(controller, 'ocpp1.6')).client
    expect(await again.call('StartTransaction', { ...begin16, connectorId: 2 })).toMatchObject({
      transactionId,
    })
    await again.call('StopTransaction', { transactionId, meterStop: 3000, timestamp: at(-60) })
    const own = await findNewestHourLong()
    expect(own).toMatchObject([{ energy_wh: 2000, doubt: null }])
  })

  it('that connects twice is heard on the newer connection', async () => {
    const controller = await createTestController(server.db, locationId)
    const { client } = await connect(controller, 'ocpp1.6')
    const isClosed = new Promise<{ code: number }>((resolve) => client.once('close', resolve))
    const newer = await connect(controller, 'ocpp1.6')
    expect((await isClosed).code).toBe(1000)
    expect(await newer.client.call('Heartbeat', {})).toMatchObject({ currentTime: at(0) })
  })

  it('that lies about its meter is not believed, and its owner sees why', async () => {
    const controller = await createTestController(server.db, locationId)
    const { client } = await connect(controller, 'ocpp1.6')
    const { transactionId } = await begin(client, { ...begin16, connectorId: 3 })
    await client.call('MeterValues', { ...meterValues16(-1800, '1000000000000'), connectorId: 3 })
    await client.call('MeterValues', { ...meterValues16(-900, '1500'), connectorId: 3 })
    await server.deps.link.flush()
    expect(await findNewestHourLong()).toMatchObject([{ energy_wh: null, ended_at: null, doubt: 'too_fast' }])
    await client.call('StopTransaction', { transactionId, meterStop: 10, timestamp: at(-60) })
    const own = await findNewestHourLong()
    expect(own).toMatchObject([{ energy_wh: null, doubt: 'too_fast' }])
    // Told once more, by a session that does not remember it.
    await saveCharging(
      server.db,
      { id: controller.id, locationId },
      {
        ...{
          device: 'ev3',
          transaction: String(transactionId),
          startedAt: now - 3_600_000,
          meterStartWh: 1000,
        },
        ...{ endedAt: now - 60_000, energyWh: 7, tag: null, stopReason: null, doubt: null },
      },
    )
    expect(await findNewestHourLong()).toEqual(own)
    const values = (await findStored(server.db, controller)).flatMap((sample) => Object.values(sample.values))
    expect(values.filter((value) => typeof value === 'number' && value > 1500)).toEqual([])
    await server.deps.link.flush()
    expect(await findRefusals(server.db, controller)).toMatchObject({ implausible: 2 })
  })

  it('with a wrong password is refused', async () => {
    const controller = await createTestController(server.db, locationId)
    await expect(connect({ ...controller, token: 'wrong' }, 'ocpp1.6')).rejects.toThrow()
  })
})
