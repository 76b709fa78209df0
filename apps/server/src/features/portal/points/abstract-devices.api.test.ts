import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import {
  flat,
  flatToken,
  house,
  houseToken,
  type PortalWorld,
  startPortalWorld,
} from '../../../testing/portal-world.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../../testing/test-world.ts'
import { readQuarterHours } from '../readings/read-quarter-hours.ts'
import { getMeteringPoint } from './get-metering-point.ts'

let world: PortalWorld
let ana: TestClient
let bor: TestClient
let tokenId: number
let deviceId: number

beforeAll(async () => {
  // As many as are requested, and more than are stored.
  world = await startPortalWorld({ historyDays: 731 })
  ana = await world.person('ana')
  bor = await world.person('bor')
  tokenId = await world.addToken(ana, houseToken)
  deviceId = await world.addPoint(ana, tokenId)
})
afterAll(() => world.stop())

const readings = (client: TestClient, id: number, from: string, to: string) =>
  client.call('GET /abstract-devices/:deviceId/readings', { params: { deviceId: id }, query: { from, to } })
const own = async (client: TestClient) => (await client.call('GET /abstract-devices-all')).data.devices

test('a point is read with its contract, its register and 730 days of readings', async () => {
  const [device] = await own(ana)
  expect(device).toMatchObject({
    id: deviceId,
    eimm: house.eimm,
    gsrn: house.gsrn,
    title: 'Hiša Novak, Glavna 1',
    tariffsCount: 2,
    source: 'portal',
    credentials: [{ token: 'house••••••••', token_id: tokenId }],
    readings: {
      from: '2024-06-01',
      to: '2026-05-31',
      days: 730,
      missing_days: 0,
      estimated_days: 0,
      last_error: null,
    },
    job: { state: 'done', done: 25, total: 25 },
    owner: null,
  })
  expect(device?.consumerInfo).toMatchObject({
    billingPower: 10,
    connectionPower: 17,
    consumerType: 'RESIDENTIAL',
    consumptionType: 'Gospodinjstvo',
    userGroup: 0,
    currentLimit: 25,
    isThreePhase: true,
    productionPower: 5,
    voltageClassification: 'NN',
    manual: [],
  })
  expect(
    device?.consumerInfo?.powerLimits?.map((limit) => [limit.dateFrom, limit.dateTo, limit.isValid]),
  ).toEqual([
    ['2024-01-01', '2024-12-31', false],
    ['2024-01-01', '2024-12-31', true],
    ['2025-01-01', '2025-12-31', true],
    ['2026-01-01', '2026-12-31', false],
    ['2026-01-01', '2026-12-31', true],
  ])
  expect(device?.consumerInfo?.powerLimits?.at(-1)).toMatchObject({
    ...{ block1: 4.6, block5: 5, minimumPower: 3.4, connectionPower: 17 },
    limitSetBy: 'operator',
  })
})

test('each identifier is used for its purpose: the point’s for the register, the place’s for readings', () => {
  const asked = world.portal.requests
  expect(asked.some(({ path }) => path === `/merilna-tocka/${house.pointGsrn}`)).toBe(true)
  const windows = asked.filter(({ path }) => path === '/meter-readings')
  expect(windows.length).toBeGreaterThan(20)
  expect(new Set(windows.map(({ query }) => query.get('usagePoint')))).toEqual(new Set([house.gsrn]))
  expect(windows.every(({ query }) => query.getAll('option').length === 2)).toBe(true)
})

test('a quarter-hour is identified by its start, and the days of a clock change have 92 and 100 of them', async () => {
  const { data } = await readings(ana, deviceId, '2025-10-26', '2025-10-26')
  expect(data.import_milli_wh).toHaveLength(100)
  expect(data.first_start).toBe(Date.parse('2025-10-26T00:00:00+02:00') / 1000)
  expect(data.quality).toMatch(/^\.{100}$/)
  const spring = (await readings(ana, deviceId, '2026-03-29', '2026-03-30')).data
  expect(spring.quality).toMatch(/^\.{188}$/)
  expect(spring.export_milli_wh).toHaveLength(188)
})

test('readings are the same in the calculation and in the browser', async () => {
  const range = { fromDay: '2026-01-01', toDay: '2026-01-31' }
  const { data } = await readings(ana, deviceId, range.fromDay, range.toDay)
  const { series } = await readQuarterHours(world.server.db, deviceId, range)
  expect([...series.importMilliWh]).toEqual(data.import_milli_wh)
  const { point } = await getMeteringPoint(world.server.db, deviceId)
  expect(point).toMatchObject({
    userGroup: 0,
    isHousehold: true,
    connectionPowerKw: 17,
    phases: 3,
    fuseAmpere: 25,
  })
  expect(point.agreedPowers?.at(-1)?.blocksKw).toEqual([4.6, 5, 5, 5, 5])
})

test('refuses a range that is too long, reversed, in the future or not made of days', async () => {
  const fieldsOf = async (from: string, to: string) => (await readings(ana, deviceId, from, to)).error?.fields
  expect(await fieldsOf('2024-05-01', '2026-05-31')).toEqual({ from: 'range_too_long' })
  expect(await fieldsOf('2026-05-31', '2026-05-01')).toEqual({ from: 'range_reversed' })
  expect(await fieldsOf('2026-05-31', '2026-06-02')).toEqual({ to: 'future_date' })
  expect(await fieldsOf('2026-02-30', '2026-06-01')).toEqual({ from: 'regex' })
  expect((await readings(ana, deviceId, '2024-06-01', '2026-06-01')).status).toBe(200)
})

test('a day without readings is missing, never zero', async () => {
  const { data } = await readings(ana, deviceId, '2026-06-01', '2026-06-01')
  expect(data.import_milli_wh).toEqual(Array(96).fill(null))
  expect(data.quality).toBe('m'.repeat(96))
  expect(data.problems).toMatchObject([{ kind: 'missing', count: 96 }])
})

test('distinguishes an unknown EIMM, a rejected token, a busy and a silent portal', async () => {
  const add = async (eimm: string, token_id = tokenId) =>
    (await ana.call('POST /abstract-device', { body: { eimm, token_id } })).error
  expect(await add('4-9999999')).toMatchObject({ code: 'portal_unknown_point' })
  expect(await add(flat.eimm)).toMatchObject({ code: 'portal_unknown_point' })
  expect(await add(house.gsrn)).toMatchObject({ code: 'invalid_request', fields: { eimm: 'regex' } })
  expect(await add(house.eimm)).toMatchObject({ code: 'device_exists' })
  world.portal.fault = () => ({ status: 500 })
  expect(await add('4-9999999')).toMatchObject({ code: 'portal_unavailable' })
  world.portal.fault = () => ({ status: 429, headers: { 'retry-after': '0' } })
  expect(await add('4-9999999')).toMatchObject({ code: 'portal_busy' })
  world.portal.fault = () => ({ status: 200, body: '<html>' })
  expect(await add('4-9999999')).toMatchObject({ code: 'portal_answer_wrong' })
  world.portal.fault = () => ({ status: 401 })
  expect(await add('4-9999999')).toMatchObject({ code: 'portal_token_rejected' })
  world.portal.fault = null
  expect((await ana.call('GET /auth/user/external-credentials')).data.credentials).toMatchObject([
    { state: 'rejected' },
  ])
  await world.server.db.run(sql`update external_credential set state = 'accepted' where id = ${tokenId}`)
})

test('somebody else’s point does not exist, whatever the request', async () => {
  const params = { deviceId }
  const answers = [
    await readings(bor, deviceId, '2026-01-01', '2026-01-02'),
    await bor.call('POST /abstract-devices/:deviceId/import', { params, body: {} }),
    await bor.call('DELETE /abstract-devices/:deviceId', { params }),
    await bor.call('PUT /abstract-devices/:deviceId/consumer-info', { params, body: { connectionPower: 1 } }),
    await bor.call('DELETE /abstract-device/:deviceId/token/:tokenId', { params: { ...params, tokenId } }),
  ]
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(5).fill('not_found'))
  expect(await own(bor)).toEqual([])
})

test('an aggregator sees the points of its customers and changes none', async () => {
  const { db } = world.server
  const { companyId } = await insertCompany(db, 'Sun')
  const other = await insertCompany(db, 'Wind')
  for (const [name, company] of [
    ['sun', companyId],
    ['wind', other.companyId],
  ] as const)
    await insertUser(db, `${name}@test.si`, 'ROLE_AGGREGATOR', { companyIds: [company] })
  await db.run(sql`update app_user set company_id = ${companyId} where email = 'ana@test.si'`)
  const sun = world.server.client()
  await sun.signIn('sun@test.si')
  const wind = world.server.client()
  await wind.signIn('wind@test.si')
  const managed = async (client: TestClient, query = {}) =>
    (await client.call('GET /abstract-devices-managed', { query })).data
  expect(await managed(sun)).toMatchObject({
    total: 1,
    devices: [{ id: deviceId, credentials: [], owner: { name: 'Ana' } }],
  })
  expect((await managed(sun, { search: 'novak' })).total).toBe(1)
  expect((await managed(sun, { search: 'nobody' })).total).toBe(0)
  expect((await managed(wind)).total).toBe(0)
  expect((await readings(sun, deviceId, '2026-01-01', '2026-01-02')).status).toBe(200)
  expect((await readings(wind, deviceId, '2026-01-01', '2026-01-02')).error?.code).toBe('not_found')
  const one = (client: TestClient) => client.call('GET /abstract-devices/:deviceId', { params: { deviceId } })
  expect((await one(sun)).data.device).toMatchObject({
    id: deviceId,
    credentials: [],
    owner: { name: 'Ana' },
  })
  expect((await one(ana)).data.device).toMatchObject({ id: deviceId, owner: null })
  expect((await one(wind)).error?.code).toBe('not_found')
  expect((await one(bor)).error?.code).toBe('not_found')
  const change = await sun.call('DELETE /abstract-devices/:deviceId', { params: { deviceId } })
  expect(change.error?.code).toBe('not_found')
  expect((await ana.call('GET /abstract-devices-managed')).error?.code).toBe('not_allowed')
})

test('what a person enters fills only what the portal lacks', async () => {
  const change = async (body: object) =>
    (await ana.call('PUT /abstract-devices/:deviceId/consumer-info', { params: { deviceId }, body })).data
      .device.consumerInfo
  const before = (await own(ana))[0]!.consumerInfo!
  const info = await change({ connectionPower: 99, yearlyWorkHours: 3000, agreedPowers: [9, 9, 9, 9, 9] })
  expect(info).toMatchObject({ connectionPower: 17, yearlyWorkHours: 3000, manual: ['yearlyWorkHours'] })
  expect(info?.powerLimits).toEqual(before.powerLimits)
  expect(info?.hash).not.toBe(before.hash)
  expect((await change({ yearlyWorkHours: null, agreedPowers: null }))?.hash).toBe(before.hash)
  const falling = await ana.call('PUT /abstract-devices/:deviceId/consumer-info', {
    params: { deviceId },
    body: { agreedPowers: [5, 4, 4, 4, 4] },
  })
  expect(falling.error?.fields).toEqual({ agreedPowers: 'min_value' })
})

test('an all-zero register counts as powers that are not set', async () => {
  const second = await world.addToken(bor, flatToken)
  const id = await world.addPoint(bor, second, flat)
  const { point } = await getMeteringPoint(world.server.db, id)
  expect(point.agreedPowers?.at(-1)?.blocksKw).toEqual([0, 0, 0, 0, 0])
  expect((await readings(bor, id, '2026-01-01', '2026-01-01')).data.export_milli_wh).toBeNull()
})
