import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../testing/test-world.ts'
import { choosePowers } from '../calculations/choose-powers.ts'
import { getMeteringPoint } from '../portal/points/get-metering-point.ts'
import { readQuarterHours } from '../portal/readings/read-quarter-hours.ts'
import { startOptimisation } from './start-optimisation.ts'

let server: TestServer
let companyId: number
let otherCompanyId: number
let ids: Record<'wide' | 'tight' | 'empty' | 'unlimited' | 'foreign', number>
const clients: Record<'aggregator' | 'owner' | 'rival' | 'lonely', TestClient> = {} as never
const range = { from: '2025-05-01', to: '2026-04-30' }

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  companyId = (await insertCompany(db, 'Sun')).companyId
  otherCompanyId = (await insertCompany(db, 'Wind')).companyId
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC', { firstName: '=Ana' })
  await db.run(sql`update app_user set company_id = ${companyId} where id = ${ownerId}`)
  const foreignerId = await insertUser(db, 'foreigner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'lonely@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'rival@test.si', 'ROLE_AGGREGATOR', { companyIds: [otherCompanyId] })
  ids = {
    wide: await insertMeteringPoint(db, ownerId, '4-0000001'),
    tight: await insertMeteringPoint(db, ownerId, '4-0000002', { connectionPower: 17 }),
    empty: await insertMeteringPoint(db, ownerId, '4-0000003'),
    unlimited: await insertMeteringPoint(db, ownerId, '4-0000004', {
      connectionPower: null,
      currentLimit: null,
      powerLimits: [],
    }),
    foreign: await insertMeteringPoint(db, foreignerId, '4-0000005'),
  }
  await insertQuarterHours(db, ids.wide, ['2025-05-01', '2026-05-01'], (at) => livingPower(at) / 3)
  await insertQuarterHours(db, ids.tight, ['2025-12-01', '2026-05-01'], livingPower)
  await insertQuarterHours(db, ids.unlimited, ['2026-01-01', '2026-03-01'], livingPower)
  for (const name of ['aggregator', 'owner', 'rival', 'lonely'] as const) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

async function runAll(client = clients.aggregator, body: object = {}) {
  const { data } = await client.call('POST /portfolio/optimisations', {
    body: { ...range, ...body } as typeof range,
  })
  return untilEnded(client, data.optimisation.id)
}

async function untilEnded(client: TestClient, id: number) {
  for (;;) {
    const answer = await read(client, id)
    if (answer.data.optimisation.state !== 'running' && answer.data.optimisation.state !== 'queued')
      return answer.data
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const read = (client: TestClient, optimisationId: number, query: Record<string, string> = {}) =>
  client.call('GET /portfolio/optimisations/:optimisationId', { params: { optimisationId }, query })

describe('a portfolio', () => {
  test('shows for each point of the company what it costs and could save', async () => {
    const { optimisation, rows, totals } = await runAll()
    expect(optimisation).toMatchObject({ state: 'done', done: 4, total: 4, ...range })
    expect(rows.map(({ eimm }) => eimm).sort()).toEqual(['4-0000001', '4-0000002', '4-0000003', '4-0000004'])
    const row = rows.find(({ device_id }) => device_id === ids.wide)!
    const { point } = await getMeteringPoint(server.db, ids.wide)
    const { series } = await readQuarterHours(server.db, ids.wide, { fromDay: range.from, toDay: range.to })
    const asked = { adviceFrom: '2026-07-01', levies: false, vat: false }
    const { comparison, advice } = choosePowers({ kind: 'choose', series, point, ...asked })
    expect(row).toMatchObject({
      error: null,
      optimised_cost: comparison!.choices.find(({ name }) => name === 'optimised')!.costEur,
      months: 12,
      advice: 'change',
      yearly_saving: advice!.savingEur,
      recommended_powers_kw: advice!.powersKw,
    })
    expect(optimisation).toMatchObject({ advice_from: '2026-07-01', levies: false, vat: false })
    expect(row.yearly_saving).toBeGreaterThan(10)
    expect(row.yearly_saving).toBeCloseTo(row.current_cost! - row.advised_cost!, 9)
    expect(row.relative_gap).toBeLessThan(1e-9)
    expect(row.owner!.name).toBe('=Ana')
    const tight = rows.find(({ device_id }) => device_id === ids.tight)!
    // December to April: the high season lacks its November, the year its summer.
    expect(tight).toMatchObject({
      error: 'not_enough_data',
      possible_from: '2027-06-01',
      advice: null,
      yearly_saving: null,
      recommended_powers_kw: null,
    })
    expect(rows.find(({ device_id }) => device_id === ids.empty)!.error).toBe('no_readings')
    expect(rows.find(({ device_id }) => device_id === ids.unlimited)!.error).toBe('limits_unknown')
    expect(totals.points).toBe(4)
    expect(totals.yearly_saving).toBeCloseTo(row.yearly_saving!, 9)
    expect(totals.with_result).toBe(1)
  })

  test('is sorted and searched', async () => {
    const { optimisation } = await runAll()
    const savings = (await read(clients.aggregator, optimisation.id)).data.rows.map(
      (row) => row.yearly_saving,
    )
    expect(savings).toEqual([savings[0], null, null, null])
    const named = await read(clients.aggregator, optimisation.id, {
      sort: 'eimm',
      direction: 'asc',
      search: '4-000000 ana',
    })
    expect(named.data.rows.map(({ eimm }) => eimm)).toEqual([
      '4-0000001',
      '4-0000002',
      '4-0000003',
      '4-0000004',
    ])
    expect((await read(clients.aggregator, optimisation.id, { search: '0000003' })).data.count).toBe(1)
    expect((await read(clients.aggregator, optimisation.id, { sort: 'password' })).error?.code).toBe(
      'invalid_request',
    )
  })

  test('is visible to whoever started it and to the company, and shows only points that the reader may see', async () => {
    const own = await runAll(clients.owner, { deviceIds: [ids.wide] })
    expect(own.rows).toHaveLength(1)
    expect(own.rows[0]!.owner).toBeNull()
    expect((await read(clients.rival, own.optimisation.id)).error?.code).toBe('not_found')
    const ofCompany = await runAll(clients.aggregator, { company_id: companyId })
    expect((await read(clients.owner, ofCompany.optimisation.id)).error?.code).toBe('not_found')
    await server.db.run(sql`update app_user set company_id = ${otherCompanyId} where email = 'owner@test.si'`)
    expect((await read(clients.aggregator, ofCompany.optimisation.id)).data.rows).toEqual([])
    await server.db.run(sql`update app_user set company_id = ${companyId} where email = 'owner@test.si'`)
  })

  test('is refused for points and companies of others, without any point, and for the future', async () => {
    const start = async (client: TestClient, body: object) =>
      (await client.call('POST /portfolio/optimisations', { body: { ...range, ...body } as typeof range }))
        .error
    expect((await start(clients.aggregator, { deviceIds: [ids.wide, ids.foreign] }))?.code).toBe('not_found')
    expect((await start(clients.aggregator, { company_id: otherCompanyId }))?.code).toBe('not_found')
    expect((await start(clients.owner, { company_id: companyId }))?.code).toBe('not_found')
    expect((await start(clients.lonely, {}))?.code).toBe('no_metering_points')
    expect((await start(clients.owner, { to: '2027-01-01' }))?.fields).toEqual({ to: 'future_date' })
  })

  test('runs once at a time per person, even with concurrent requests', async () => {
    const { calculator } = server.deps
    const chooseThen = calculator.choosePowers
    let goOn = () => {}
    const isLetOn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const held = vi
      .spyOn(calculator, 'choosePowers')
      .mockImplementation((...asked) => isLetOn.then(() => chooseThen(...asked)))
    onTestFinished(() => held.mockRestore())
    const userOf = async (client: TestClient) => (await client.call('GET /auth/user')).data.user.id
    const [userId, ownerId] = [await userOf(clients.aggregator), await userOf(clients.owner)]
    // Bypasses the in-process queue, as several processes start runs concurrently.
    const start = (person: number) =>
      startOptimisation(server.deps, {
        userId: person,
        companyId: null,
        deviceIds: [ids.wide],
        fromDay: range.from,
        toDay: range.to,
        levies: false,
        vat: false,
      })
    const runs = await Promise.allSettled([start(userId), start(userId), start(userId), start(ownerId)])
    const refused = runs.filter((run) => run.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(['conflict', 'conflict'])
    expect(runs[3]!.status).toBe('fulfilled')
    const again = await clients.aggregator.call('POST /portfolio/optimisations', { body: range })
    expect(again.error?.code).toBe('conflict')
    // Refused runs leave nothing behind that could be watched.
    const { data } = await clients.aggregator.call('GET /jobs')
    expect(data.jobs.filter(({ state }) => state === 'running')).toHaveLength(1)
    goOn()
    const [first] = runs.slice(0, 3).filter((run) => run.status === 'fulfilled')
    expect((await untilEnded(clients.aggregator, first!.value)).optimisation).toMatchObject({ state: 'done' })
    expect((await runAll()).optimisation.state).toBe('done')
  })

  test('is downloaded as a workbook and as text that no spreadsheet runs', async () => {
    const { optimisation, totals } = await runAll()
    const file = await clients.aggregator.request(
      'GET',
      `/portfolio/optimisations/${optimisation.id}/xlsx?locale=en`,
    )
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
    const [sheet] = sheets
    const heads = sheet!.rows[2]!
    expect(heads.slice(0, 3)).toEqual(['EIMM', 'Name', 'Owner'])
    const sum = sheet!.rows.at(-1)![heads.indexOf('Saving a year, €')]
    expect(Number(sum)).toBeCloseTo(totals.yearly_saving, 9)
    const csv = await clients.aggregator.request(
      'GET',
      `/portfolio/optimisations/${optimisation.id}/csv?locale=en`,
    )
    const rows = parseCsv(await csv.text())
    expect(rows).toHaveLength(5)
    expect(rows[1]![2]).toBe("'=Ana")
    expect(Number(rows[1]![rows[0]!.indexOf('Saving a year, €')])).toBeGreaterThan(0)
  })
})
