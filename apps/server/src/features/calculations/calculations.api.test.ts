import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../testing/test-world.ts'
import { getMeteringPoint } from '../portal/points/get-metering-point.ts'
import { readQuarterHours } from '../portal/readings/read-quarter-hours.ts'
import { answerCalculation } from './answer-calculation.ts'

let server: TestServer
let houseId: number
let emptyId: number
const clients: Record<'owner' | 'stranger' | 'aggregator' | 'rival' | 'admin', TestClient> = {} as never
const path = 'POST /pricing/abstract-devices/:deviceId/calculations' as const
const year = { vt: 0.12, mt: 0.09, et: null, from: '2025-05-01', to: '2026-04-30' }

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const { companyId } = await insertCompany(db, 'Sun')
  const other = await insertCompany(db, 'Wind')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await db.run(sql`update app_user set company_id = ${companyId}, locale = 'sl' where id = ${ownerId}`)
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'rival@test.si', 'ROLE_AGGREGATOR', { companyIds: [other.companyId] })
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  houseId = await insertMeteringPoint(db, ownerId, '4-0000001')
  emptyId = await insertMeteringPoint(db, ownerId, '4-0000002', { tariffsCount: 1 })
  await insertQuarterHours(db, houseId, ['2025-05-01', '2026-05-01'], livingPower)
  for (const name of ['owner', 'stranger', 'aggregator', 'rival', 'admin'] as const) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

const ask = (body: object, deviceId = houseId, client = clients.owner) =>
  client.call(path, { params: { deviceId }, body: body as typeof year })

describe('a calculation', () => {
  test('answers the four systems with rates, proof and quality', async () => {
    const limits = { block1: 4, block2: 5, block3: 5, block4: 5, block5: 5 }
    const { data } = await ask({ ...year, customPowerLimits: limits })
    const { calculations } = data
    expect(Object.keys(calculations.newSystem)).toHaveLength(12)
    expect(calculations.totals.newSystem.totalCost!.amount).toBeGreaterThan(0)
    expect(calculations.totals.customSystem!.totalCost!.amount).toBeGreaterThan(0)
    expect(calculations.agreedPower.answer!.certificate.relativeGap).toBeLessThan(1e-9)
    expect(calculations.assessment!.bootstrap!.resamples).toBe(200)
    expect(calculations.quality).toMatchObject({ present: 35_040, missing: 0, monthsWithoutReadings: [] })
    expect(data.consumerInfo).toMatchObject({ connectionPower: 17, consumerType: 'RESIDENTIAL' })
    const used = Object.values(calculations.rates).flatMap(({ sources }) => sources)
    expect(Object.keys(calculations.sources).sort()).toEqual([...new Set(used)].sort())
  })

  test('equals to the last character what the engine answers to the same question', async () => {
    const response = await clients.owner.request(
      'POST',
      `/pricing/abstract-devices/${houseId}/calculations`,
      {
        body: { data: { ...year, levies: true, vat: true } },
      },
    )
    const text = await response.text()
    const range = { fromDay: year.from, toDay: year.to }
    const { point } = await getMeteringPoint(server.db, houseId)
    const own = answerCalculation({
      ...(await readQuarterHours(server.db, houseId, range)),
      point,
      energyPrices: { vt: year.vt, mt: year.mt, et: null },
      customPowersKw: null,
      levies: true,
      vat: true,
      adviceFrom: '2026-07-01',
    })
    expect(text).toContain(`{"data":{"calculations":${JSON.stringify(own)},"consumerInfo":`)
  })

  test('has the same fingerprint for an equal question and a different one for another', async () => {
    const first = await ask(year)
    const again = await ask({ ...year, et: 0.5 - 0.5 + 0, levies: false })
    expect((await ask({ ...year })).data.hash).toBe(first.data.hash)
    expect(first.headers.get('etag')).toBe(`"${first.data.hash}"`)
    expect(again.data.hash).not.toBe(first.data.hash)
    expect((await ask({ ...year, vt: 0.1201 })).data.hash).not.toBe(first.data.hash)
  })

  test('omits the months before the first reading, and says so', async () => {
    const { data } = await ask({ ...year, from: '2025-03-15' })
    expect(Object.keys(data.calculations.newSystem)[0]).toBe('may-2025')
    expect(data.calculations.totals.newSystem.totalCost).not.toBeNull()
    expect(data.calculations.quality.monthsWithoutReadings).toEqual(['mar-2025', 'apr-2025'])
  })

  test('belongs to its owner, their aggregator and super admins; for others the point does not exist', async () => {
    for (const [name, status] of Object.entries({
      owner: 200,
      aggregator: 200,
      admin: 200,
      stranger: 404,
      rival: 404,
    }))
      expect((await ask(year, houseId, clients[name as 'owner'])).status, name).toBe(status)
    expect((await ask(year, 999_999)).error?.code).toBe('not_found')
  })
})

describe('a question', () => {
  test.each([
    ['without a price that the point needs', { vt: null }, { vt: 'required' }],
    ['with a negative price', { mt: -0.01 }, { mt: 'min_value' }],
    ['with a price that is no number', { mt: '0.1' }, { mt: 'regex' }],
    ['about more than 730 days', { from: '2024-04-29' }, { from: 'range_too_long' }],
    ['about the future', { to: '2026-06-02' }, { to: 'future_date' }],
    ['that ends before it begins', { from: '2026-05-01' }, { to: 'range_reversed' }],
    ['about a day that does not exist', { from: '2026-02-30' }, { from: 'regex' }],
    [
      'with a negative agreed power',
      { customPowerLimits: { block1: -1, block2: 1, block3: 1, block4: 1, block5: 1 } },
      { 'customPowerLimits.block1': 'min_value' },
    ],
  ])('%s is refused', async (_, change, fields) => {
    expect((await ask({ ...year, ...change })).error).toEqual({ code: 'invalid_request', fields })
  })

  test('without a supplier needs no price', async () => {
    const { data } = await ask({ ...year, vt: null, mt: null, withoutEnergyPrices: true })
    const { newSystem, agreedPower } = data.calculations
    expect(Object.values(newSystem).every(({ energy }) => energy === null)).toBe(true)
    expect(data.calculations.totals.newSystem.totalCost!.amount).toBeGreaterThan(0)
    expect(agreedPower.advice).not.toBeNull()
  })

  test('of about 730 days is answered, about a point without readings refused by name', async () => {
    expect((await ask({ ...year, from: '2024-04-30' })).status).toBe(200)
    const single = { ...year, vt: null, mt: null }
    expect((await ask(single, emptyId)).error?.fields).toEqual({ et: 'required' })
    expect((await ask({ ...single, et: 0.1 }, emptyId)).error?.code).toBe('no_readings')
  })

  test('about a point with a contradictory register is billed, and says why no powers can be advised', async () => {
    const { user_id } = (await server.db.row<{ user_id: number }>(
      sql`select user_id from abstract_device where id = ${houseId}`,
    ))!
    const wrong = await insertMeteringPoint(server.db, user_id, '4-0000003', {
      connectionPower: 2,
      powerLimits: [
        {
          block1: 0,
          block2: 0,
          block3: 0,
          block4: 0,
          block5: 0,
          connectionPower: 2,
          dateFrom: '2024-01-01',
          dateTo: '2026-12-31',
          isValid: true,
          limitSetBy: 'operator',
          minimumPower: 3.4,
          enteredOn: null,
        },
      ],
    })
    await insertQuarterHours(server.db, wrong, ['2026-04-01', '2026-05-01'], livingPower)
    const { status, data } = await ask({ ...year, from: '2026-04-01' }, wrong)
    expect(status).toBe(200)
    const { agreedPower, totals } = data.calculations
    expect(agreedPower).toMatchObject({
      unavailable: 'limitsConflict',
      answer: null,
      limits: { minimumPowerKw: 3.4, connectionPowerKw: 2 },
    })
    expect(totals.newSystem.totalCost?.amount).toBeGreaterThan(0)
    for (const kind of ['pdf', 'xlsx']) {
      const path = `/pricing/abstract-devices/${wrong}/calculations/${kind}`
      const body = { data: { ...year, from: '2026-04-01' } }
      expect((await clients.owner!.request('POST', path, { body })).status, kind).toBe(200)
    }
  })
})

describe('a file', () => {
  const fetchFile = (kind: 'pdf' | 'xlsx', body: object = {}, client = clients.owner) =>
    client.request('POST', `/pricing/abstract-devices/${houseId}/calculations/${kind}`, {
      body: { data: { ...year, ...body } },
    })

  test('is a PDF in the language of its reader, with fonts of its own', async () => {
    const response = await fetchFile('pdf')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="4-0000001_2025-05-01_2026-04-30.pdf"',
    )
    const text = bytes.toString('latin1')
    expect(text.slice(0, 5)).toBe('%PDF-')
    expect(text).toContain('/Lang (sl)')
    expect(text).toContain('Inter-Regular')
  })

  test('is a workbook whose sums are formulas with the results of the calculation', async () => {
    const { data } = await ask(year)
    const response = await fetchFile('xlsx', { locale: 'en' })
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    const names = book.sheets.map(({ name }) => name)
    expect(names).toEqual([
      'Summary',
      'Current system',
      'Old system',
      'Cheapest own powers',
      'Lines',
      'Agreed power',
      'Rates and their sources',
      'Readings',
    ])
    const sheet = book.sheets[1]!
    const last = sheet.rows.length - 1
    const total = [...sheet.cells!].find(
      ([place]) => place.startsWith(`${last},`) && sheet.cells!.get(place)?.formula?.startsWith('SUM(G'),
    )
    expect(total![1].formulaResult ?? total![1].value).toBe(
      data.calculations.totals.newSystem.totalCost!.amount,
    )
    const lines = book.sheets[4]!
    const amounts = lines.rows.slice(1).filter((row) => row[0] === 'Current system' && row[11] === 1)
    const sum = amounts.reduce((all, row) => all + Math.round(Number(row[10]) * 100), 0) / 100
    expect(sum).toBe(data.calculations.totals.newSystem.totalCost!.amount)
  })

  test('names the same powers, costs and saving as the answer of the page', async () => {
    const { agreedPower } = (await ask(year)).data.calculations
    const response = await fetchFile('xlsx', { locale: 'en' })
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    const find = (name: string) => sheets[5]!.rows.find(([first]) => first === name)!
    for (const { name, powersKw, agreedEur, excessEur, costEur } of agreedPower.comparison!.choices) {
      const label = { current: 'Current', optimised: 'Cheapest of your own' }[name as string]
      if (label) expect(find(label).slice(1, 9)).toEqual([...powersKw!, agreedEur, excessEur, costEur])
    }
    const { savingEur } = agreedPower.advice!
    const sentence = sheets[0]!.rows.map(([text]) => String(text)).find((text) => text.includes('needs to'))
    expect(sentence).toBe(
      `Your agreed power costs you ${Math.round(savingEur!)} € a year more than it needs to.`,
    )
  })

  test('is refused like the calculation itself', async () => {
    expect((await fetchFile('pdf', {}, clients.stranger)).status).toBe(404)
    expect((await fetchFile('xlsx', { vt: null })).status).toBe(400)
  })
})
