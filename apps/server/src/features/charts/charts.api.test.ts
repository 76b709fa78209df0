import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import type { IngestDevice } from '../telemetry/controller-readings.ts'
import { storeReadings } from '../telemetry/store-readings.ts'

const now = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
const devices: Record<string, IngestDevice> = {
  grid: { key: 'grid', category: 'GRID', metrics: [] },
  pv: { key: 'pv', category: 'SOLAR_POWER_PLANT', metrics: [] },
  ev: { key: 'ev', category: 'EV_CHARGER', metrics: [] },
}
const kinds = Object.values(devices).map(({ key, category }) => ({ key, category }))
const range = { from: now - 60 * minute, to: now, interval: 900 }

let server: TestServer
let owner: TestClient
let aggregator: TestClient
let group: { companyId: number; rootGroupId: number }
let belowId: number
let foreign: { companyId: number; rootGroupId: number }
let homeId: number
let homeDevices: number[]
let foreignHomeId: number
let emptyId: number

/** An hour of steady power: 600 W from the grid, 1,200 W of sun, 900 W into the car. */
async function fillHour(locationId: number, controllerId: number) {
  const samples = Array.from({ length: 61 }, (_, m) => ({
    ts: now - (60 - m) * minute,
    stepSeconds: null,
    values: {
      'grid/power': 600,
      'pv/power': 1200,
      'ev/power': 900,
      'ev/mode': 'fast',
      'grid/voltage_l1': 230 + (m % 2),
    },
  }))
  await storeReadings(server.db, [{ locationId, controllerId, devices, samples }])
}

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  group = await insertCompany(db, 'Sonce')
  foreign = await insertCompany(db, 'Veter')
  belowId = await insertGroup(db, group.companyId, group.rootGroupId, 'Spodaj')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [group.companyId] })
  const home = { companyId: group.companyId, locationGroupId: belowId }
  homeId = await insertLocation(db, { ...home, ownerId })
  emptyId = await insertLocation(db, { companyId: group.companyId, locationGroupId: group.rootGroupId })
  foreignHomeId = await insertLocation(db, {
    companyId: foreign.companyId,
    locationGroupId: foreign.rootGroupId,
  })
  const neighbourId = await insertLocation(db, home)
  for (const locationId of [homeId, neighbourId, foreignHomeId]) {
    const { controllerId, deviceIds } = await insertController(db, locationId, kinds)
    if (locationId === homeId) homeDevices = deviceIds
    await fillHour(locationId, controllerId)
  }
  await shareLocation(db, ownerId, emptyId)
  owner = server.client()
  aggregator = server.client()
  await owner.signIn('owner@test.si')
  await aggregator.signIn('aggregator@test.si')
})
afterAll(() => server.stop())

describe('the balance of a location', () => {
  test('is in watt-hours per bucket with totals and ratios', async () => {
    const { data } = await owner.call('GET /locations/:locationId/data/energy', {
      params: { locationId: homeId },
      query: range,
    })
    expect(data).toMatchObject({
      from: range.from,
      to: range.to,
      interval: 900,
      time_zone: 'Europe/Ljubljana',
      grid_import: [150, 150, 150, 150],
      grid_export: [0, 0, 0, 0],
      production: [300, 300, 300, 300],
      battery_charge: [null, null, null, null],
      consumption: [450, 450, 450, 450],
      ev: [225, 225, 225, 225],
      estimated: [],
      incomplete: [],
      totals: {
        grid_import: 600,
        production: 1200,
        consumption: 1800,
        ev: 900,
        hvac: null,
        self_consumption: 1,
      },
      has: { grid: true, production: true, battery: false, ev: true, hvac: false },
    })
    expect(data.totals.self_sufficiency).toBeCloseTo(2 / 3)
    expect(data.ts).toHaveLength(4)
  })

  test('is not marked estimated because of a register that plays no part in it', async () => {
    const ownerId = await insertUser(server.db, 'tariff@test.si', 'ROLE_USER_BASIC')
    const locationId = await insertLocation(server.db, {
      ...{ companyId: foreign.companyId, locationGroupId: foreign.rootGroupId, ownerId },
    })
    const { controllerId } = await insertController(server.db, locationId, kinds.slice(0, 1))
    const samples = Array.from({ length: 61 }, (_, m) => ({
      ts: now - (60 - m) * minute,
      stepSeconds: null,
      // The register of the low tariff arrives only twice, an hour apart.
      values: { 'grid/energy_import': 1000 + m * 10, ...(m % 60 === 0 && { 'grid/energy_import_t1': m }) },
    }))
    await storeReadings(server.db, [{ locationId, controllerId, devices, samples }])
    const client = server.client()
    await client.signIn('tariff@test.si')
    const { data } = await client.call('GET /locations/:locationId/data/energy', {
      params: { locationId },
      query: range,
    })
    expect(data).toMatchObject({ grid_import: [150, 150, 150, 150], estimated: [], incomplete: [] })
  })

  test('is null where nothing was measured', async () => {
    const { data } = await owner.call('GET /locations/:locationId/data/energy', {
      params: { locationId: emptyId },
      query: range,
    })
    expect(data.totals).toMatchObject({ grid_import: null, consumption: null, self_sufficiency: null })
    expect(Object.values(data.has)).not.toContain(true)
  })

  test('of a device or a group of devices counts only theirs', async () => {
    const row = await server.db.row<{ id: number }>(
      sql`insert into device_group (location_id, name) values (${homeId}, 'Streha in avto') returning id`,
    )
    const deviceGroupId = row!.id
    await server.db.run(
      sql`update device set device_group_id = ${deviceGroupId} where id = any(${homeDevices.slice(1)}::int[])`,
    )
    const params = { locationId: homeId, deviceId: homeDevices[2]!, deviceGroupId }
    const device = await owner.call('GET /locations/:locationId/devices/:deviceId/data/energy', {
      params,
      query: range,
    })
    expect(device.data.totals).toMatchObject({ grid_import: null, ev: 900, consumption: 900 })
    const ofGroup = await owner.call('GET /locations/:locationId/device-groups/:deviceGroupId/data/energy', {
      params,
      query: range,
    })
    expect(ofGroup.data.totals).toMatchObject({
      grid_import: null,
      production: 1200,
      ev: 900,
      consumption: 900,
    })
  })
})

describe('the balance of a group', () => {
  const totals = async (client: TestClient, locationGroupId: number) => {
    const { data } = await client.call('GET /location-groups/:locationGroupId/data/energy', {
      params: { locationGroupId },
      query: range,
    })
    return { import: data.totals.grid_import, ...data.locations }
  }
  test('sums the locations in it and below, and returns their number', async () => {
    expect(await totals(aggregator, group.rootGroupId)).toEqual({ import: 1200, visible: 3, withData: 2 })
    expect(await totals(aggregator, belowId)).toEqual({ import: 1200, visible: 2, withData: 2 })
  })
  test('excludes what the reader may not see', async () => {
    expect(await totals(owner, group.rootGroupId)).toEqual({ import: 600, visible: 2, withData: 1 })
  })
})

describe('history and latest values', () => {
  test('accept several metrics, instants in both forms, and an automatic interval', async () => {
    const query = `metric=grid/power&metric=ev/mode&from=${new Date(range.from).toISOString()}&to=${range.to}`
    const answer = await owner.request('GET', `/locations/${homeId}/data/series?${query}`)
    const { data } = (await answer.json()) as {
      data: { interval: number; series: { metric: string; states?: string[] }[] }
    }
    expect(data.interval).toBe(60)
    expect(data.series.map(({ metric }) => metric)).toEqual(['grid/power', 'ev/mode'])
    expect(data.series[1]!.states![3]).toBe('fast')
  })
  test('power is derived from the energy, other numbers from the samples', async () => {
    const { data } = await owner.call('GET /locations/:locationId/data/series', {
      params: { locationId: homeId },
      query: { ...range, metric: 'grid/power' },
    })
    expect(data.series).toMatchObject([
      { metric: 'grid/power', device: 'grid', kind: 'power', unit: 'W', values: [600, 600, 600, 600] },
    ])
    const voltage = await owner.call('GET /locations/:locationId/data/series', {
      params: { locationId: homeId },
      query: { ...range, interval: 1800, metric: 'grid/voltage_l1' },
    })
    expect(voltage.data.series[0]).toMatchObject({
      kind: 'gauge',
      values: [230.5, 230.5],
      min: [230, 230],
      max: [231, 231],
    })
  })
  test('the newest values include the mean of a quarter of an hour', async () => {
    const { data } = await owner.call('GET /locations/:locationId/data/latest', {
      params: { locationId: homeId },
    })
    expect(data.time).toBe(now)
    expect(data.values['ev/mode']).toEqual({ ts: now, value: 'fast' })
    expect(data.average_15m).toMatchObject({ 'grid/power': 600 })
    expect(data.average_15m['ev/mode']).toBeUndefined()
    const empty = await owner.call('GET /locations/:locationId/data/latest', {
      params: { locationId: emptyId },
    })
    expect(empty.data).toEqual({ time: null, values: {}, average_15m: {} })
  })
})

describe('an invalid request', () => {
  test.each([
    ['an end before its start', `from=${now}&to=${now - 1}`, 'to'],
    ['no range', '', 'from'],
    ['an interval that does not exist', `from=0&to=${now}&interval=77`, 'interval'],
    ['more buckets than a chart draws', `from=0&to=${now}&interval=300`, 'interval'],
    ['a metric without a device', `from=0&to=${now}&metric=power`, 'metric'],
  ])('is refused: %s', async (_title, query, field) => {
    const path = query.includes('metric') ? 'series' : 'energy'
    const answer = await owner.request('GET', `/locations/${homeId}/data/${path}?${query}`)
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: { code: string; fields: Record<string, string> } }
    expect(error.code).toBe('invalid_request')
    expect(Object.keys(error.fields)[0]).toMatch(new RegExp(`^${field}`))
  })
  test('for a foreign location, group, or a device of another location does not exist', async () => {
    const query = `from=${range.from}&to=${range.to}`
    for (const path of [
      `/locations/${foreignHomeId}/data/energy?${query}`,
      `/locations/${foreignHomeId}/data/latest`,
      `/location-groups/${foreign.rootGroupId}/data/energy?${query}`,
      `/locations/${emptyId}/devices/${homeDevices[0]}/data/energy?${query}`,
      `/locations/${emptyId}/device-groups/1/data/energy?${query}`,
    ]) {
      expect((await owner.request('GET', path)).status, path).toBe(404)
    }
  })
})

describe('the workbook of a chart', () => {
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const read = async (path: string, client = owner) => {
    const answer = await client.request('GET', `${path}&from=${range.from}&to=${range.to}&interval=900`)
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      bytes: new Uint8Array(await answer.arrayBuffer()),
    }
  }
  const sheetOf = async (path: string, client = owner) => {
    const { status, type, bytes } = await read(path, client)
    expect([status, type]).toEqual([200, xlsx])
    return (await readXlsx(bytes)).sheets[0]!
  }

  test('has a row for each bucket and the sums of the chart', async () => {
    const { rows } = await sheetOf(`/locations/${homeId}/data/energy/xlsx?locale=en`)
    expect(rows[2]).toEqual([
      'Local time',
      'UTC',
      'Sun [kWh]',
      'From the grid [kWh]',
      'Home [kWh]',
      'Car [kWh]',
      'To the grid [kWh]',
      'Quality',
    ])
    expect(rows).toHaveLength(3 + 4 + 1)
    const sums = rows.at(-1)!.slice(2, 6)
    expect(sums.map((value) => Math.round(Number(value) * 10) / 10)).toEqual([1.2, 0.6, 0.9, 0.9])
  })

  test('exists for a device, a group of locations and metrics too', async () => {
    const device = await sheetOf(`/locations/${homeId}/devices/${homeDevices[0]}/data/energy/xlsx?locale=en`)
    expect(device.rows[2]).toContain('From the grid [kWh]')
    const below = await sheetOf(
      `/location-groups/${belowId}/data/energy/xlsx?locale=en&view=power`,
      aggregator,
    )
    expect(below.name).toBe('Spodaj')
    expect(below.rows[2]).toContain('From the grid [kW]')
    const metrics = await sheetOf(`/locations/${homeId}/data/series/xlsx?locale=en&metric=ev/mode`)
    expect(metrics.rows.slice(3).map((row) => row[2])).toContain('fast')
  })

  test('is named by its first and last day at the location: midnight ends the day before it', async () => {
    const nameOf = async (from: string, to: string) => {
      const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
      const answer = await owner.request(
        'GET',
        `/locations/${homeId}/data/energy/xlsx?locale=en&from=${fromMs}&to=${toMs}&interval=3600`,
      )
      return answer.headers.get('content-disposition')
    }
    expect(await nameOf('2026-05-29T00:00+02:00', '2026-06-01T00:00+02:00')).toContain(
      'Home 2026-05-29 2026-05-31.xlsx',
    )
    expect(await nameOf('2026-05-29T00:00+02:00', '2026-06-01T00:15+02:00')).toContain(
      'Home 2026-05-29 2026-06-01.xlsx',
    )
  })

  test('is refused to people who may not see the location', async () => {
    expect((await read(`/locations/${foreignHomeId}/data/energy/xlsx?locale=en`)).status).toBe(404)
  })
})
