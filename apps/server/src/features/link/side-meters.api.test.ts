import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { createTestController, findStored, sweepOnTime, type TestController } from './link-test-kit.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let ownerId: number
let world: { companyId: number; rootGroupId: number }

beforeAll(async () => {
  server = await startTestServer({ time: start })
  ownerId = await insertUser(server.db, 'owner@demo.test', 'ROLE_SUPER_ADMIN')
  await server.db.run(sql`update app_user set locale = 'sl' where id = ${ownerId}`)
  world = await insertCompany(server.db, 'Meters')
  owner = server.client()
  await owner.signIn('owner@demo.test')
})
afterAll(() => server.stop())

async function addMeter(): Promise<TestController> {
  const { companyId, rootGroupId } = world
  const place = { companyId, locationGroupId: rootGroupId, ownerId, timeZone: 'Europe/Ljubljana' }
  return createTestController(server.db, await insertLocation(server.db, place))
}

const localTime = (ts: number) => `${new Date(ts + 2 * hour).toISOString().replace(/\D/g, '').slice(2, 14)}S`

/** What the meter prints at `ts`: 1 kWh an hour, and half a cubic metre of gas, read at the last full hour. */
function telegram(ts: number, hasGas: boolean): string {
  const hours = (ts - start) / hour
  const gasAt = Math.floor(hours) * hour + start
  const gas = ['0-1:24.1.0(003)', '0-1:96.1.0(47303031)'].concat(
    `0-1:24.2.1(${localTime(gasAt)})(${(100 + (gasAt - start) / hour / 2).toFixed(3)}*m3)`,
  )
  const heat = [
    '0-2:24.1.0(004)',
    `0-2:24.2.1(${localTime(gasAt)})(${(2 + Math.floor(hours) * 0.036).toFixed(3)}*GJ)`,
  ]
  const own = [`0-0:1.0.0(${localTime(ts)})`, '1-0:1.7.0(1*kW)', `1-0:1.8.0(${(50 + hours).toFixed(3)}*kWh)`]
  const lines = [...own, ...(hasGas ? [...gas, ...heat] : [])]
  return `/OHM5TEST\r\n\r\n${lines.map((line) => `${line}\r\n`).join('')}!\r\n`
}

async function post({ serial, token }: TestController, body: string) {
  const answer = await fetch(`${server.url}/link/v1/${serial}/p1`, {
    ...{ method: 'POST', body, headers: { authorization: `Bearer ${token}` } },
  })
  expect(answer.status).toBe(200)
}

async function liveHours(meter: TestController, hours: number, hasGas: boolean) {
  for (let at = start; at <= start + hours * hour; at += 600_000) {
    server.clock.time = at + 1000
    await post(meter, telegram(at, hasGas))
  }
  await server.deps.finisher.settle()
}

describe('a gas and a heat meter behind an electricity meter', () => {
  it('are devices whose use is charted by the hour in their own units', async () => {
    const meter = await addMeter()
    await liveHours(meter, 3, true)
    const params = { locationId: meter.locationId! }
    const chart = async (metric: string) => {
      const query = { from: start, to: start + 3 * hour, interval: 3600, metric }
      return (await owner.call('GET /locations/:locationId/data/series', { params, query })).data.series[0]
    }
    expect(await chart('gas/gas_volume')).toMatchObject({
      ...{ kind: 'volume', unit: 'm³', values: [0.5, 0.5, 0.5], estimated: [] },
    })
    expect(await chart('heat/heat_energy')).toMatchObject({
      ...{ kind: 'energy', unit: 'Wh', values: [10_000, 10_000, 10_000], estimated: [] },
    })
    const { devices } = (await owner.call('GET /locations/:locationId/devices', { params })).data
    expect(devices.map(({ key, category, name }) => [key, category, name])).toEqual([
      ['grid', 'GRID', 'Števec električne energije'],
      ['gas', 'OTHER', 'Plinomer'],
      ['heat', 'OTHER', 'Merilnik toplote'],
    ])
  })

  it('are one sample for each of their readings, however often telegrams repeat it', async () => {
    const meter = await addMeter()
    await liveHours(meter, 1, true)
    const stored = await findStored(server.db, meter)
    const gasTimes = stored.filter(({ values }) => 'gas/gas_volume' in values).map(({ ts }) => ts)
    expect(gasTimes).toEqual([start, start + hour])
  })

  it('show when they were read last, and are not blamed for being read rarely', async () => {
    const meter = await addMeter()
    await liveHours(meter, 1, true)
    server.clock.time += 50 * 60_000
    await post(meter, telegram(server.clock.time - 1000, true))
    await server.deps.link.flush()
    await sweepOnTime(server.db, server.clock.time)
    const params = { locationId: meter.locationId! }
    const { devices } = (await owner.call('GET /locations/:locationId/devices', { params })).data
    const gas = devices.find(({ key }) => key === 'gas')!
    expect(gas.newest_at).toBe(start + hour)
    const { alarms } = (await owner.call('GET /locations/:locationId/alarms', { params })).data
    expect(Object.values(alarms).flat()).toEqual([])
  })

  it('change nothing of the electricity', async () => {
    const [plain, withGas] = [await addMeter(), await addMeter()]
    await liveHours(plain, 2, false)
    await liveHours(withGas, 2, true)
    const energyOf = async (meter: TestController) =>
      (
        await owner.call('GET /locations/:locationId/data/energy', {
          params: { locationId: meter.locationId! },
          query: { from: start, to: start + 2 * hour, interval: 3600 },
        })
      ).data
    const energy = await energyOf(withGas)
    expect(energy.grid_import).toEqual([1000, 1000])
    expect(energy).toEqual(await energyOf(plain))
  })
})
