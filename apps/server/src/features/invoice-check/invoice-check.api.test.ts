import { parseInvoiceText } from '@ohmstead/pricing/invoice/parse-invoice-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

let server: TestServer
let owner: TestClient
let viewer: TestClient
let stranger: TestClient
let homeId: number
let otherHomeId: number

// Half a kilowatt-hour in every quarter-hour of April: 1,440 kWh at 0.1 a kilowatt-hour.
beforeAll(async () => {
  server = await startTestServer({ time: Date.parse('2026-05-20T10:00:00Z') })
  const { db } = server
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  otherHomeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await shareLocation(db, viewerId, homeId)
  const priceListId = await insertPriceList(db, { userId: ownerId })
  const planId = await insertRatePlan(db, { userId: ownerId }, [
    { priceListId, validFrom: '2026-03-01', validTo: null },
  ])
  const deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-04-01', '2026-05-01'], () => 0.5)
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${homeId}, ${planId}, ${deviceId}, now())`)
  owner = server.client()
  viewer = server.client()
  stranger = server.client()
  await owner.signIn('owner@test.si')
  await viewer.signIn('viewer@test.si')
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())

const params = () => ({ locationId: homeId })
const text = (kwh: string, amount: string) => `GEN-I, d.o.o.
Račun št. R-1
Obračunsko obdobje: 1. 4. 2026 - 30. 4. 2026
Energija ET ${kwh} kWh 0,10000 ${amount}
Za plačilo ${amount}`
const bodyOf = (kwh: string, amount: string) => {
  const { from, to, ...invoice } = parseInvoiceText(text(kwh, amount)).invoice
  return { from: from!, to: to!, invoice }
}
const keep = (client = owner, body = bodyOf('1440', '144,00')) =>
  client.call('POST /locations/:locationId/invoice-checks', { params: params(), body })
const list = async (client = owner) =>
  (await client.call('GET /locations/:locationId/invoice-checks', { params: params() })).data.checks

test('keeps the figures of an invoice, compared by the server itself', async () => {
  const { data: billed } = await owner.call('GET /locations/:locationId/pricing/bill', {
    params: params(),
    query: { from: '2026-04-01', to: '2026-04-30' },
  })
  const payable = billed.bill.totals.payable!
  const right = await keep(owner, bodyOf('1440', payable.replace('.', ',')))
  expect(right.status).toBe(200)
  expect(right.data.check).toMatchObject({
    ...{ from: '2026-04-01', to: '2026-04-30', supplier: 'GEN-I', number: 'R-1' },
    result: { billTotal: payable, currency: 'EUR' },
  })
  const wrong = await keep(owner, bodyOf('2440', '244,00'))
  const { difference, verdict, differences } = wrong.data.check.result
  expect(verdict).toBe('tooMuch')
  expect(Number(difference)).toBeCloseTo(244 - Number(payable), 6)
  expect(differences.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(Number(difference), 6)
  expect((await list()).map(({ result }) => result.invoiceTotal)).toEqual(['244.00', payable])
})

test('is read by who sees the location, kept and deleted by who may change it', async () => {
  expect((await keep(viewer)).status).toBe(403)
  expect((await keep(stranger)).status).toBe(404)
  const { id } = (await keep()).data.check
  const one = { params: { ...params(), invoiceCheckId: id } }
  const read = await viewer.call('GET /locations/:locationId/invoice-checks/:invoiceCheckId', one)
  expect(read.data).toMatchObject({
    check: { id },
    invoice: { from: '2026-04-01', lines: [{ part: 'energy', quantity: '1440', amount: '144.00' }] },
  })
  const elsewhere = { params: { locationId: otherHomeId, invoiceCheckId: id } }
  expect(
    (await owner.call('GET /locations/:locationId/invoice-checks/:invoiceCheckId', elsewhere)).status,
  ).toBe(404)
  expect(
    (await owner.call('DELETE /locations/:locationId/invoice-checks/:invoiceCheckId', elsewhere)).status,
  ).toBe(404)
  expect(
    (await viewer.call('DELETE /locations/:locationId/invoice-checks/:invoiceCheckId', one)).status,
  ).toBe(403)
  expect((await owner.call('DELETE /locations/:locationId/invoice-checks/:invoiceCheckId', one)).status).toBe(
    204,
  )
  expect((await owner.call('DELETE /locations/:locationId/invoice-checks/:invoiceCheckId', one)).status).toBe(
    404,
  )
  const rows = await server.db.rows<{ action: string }>(
    sql`select action from audit_log where location_id = ${homeId} and action like 'invoice_check%' order by id desc limit 2`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['invoice_check_deleted', 'invoice_check_kept'])
})

test('refuses what no invoice is', async () => {
  const good = bodyOf('1440', '144,00')
  const [line] = good.invoice.lines
  const refused = async (change: object) => (await keep(owner, { ...good, ...change } as typeof good)).status
  expect(await refused({ to: '2026-03-01' })).toBe(400)
  expect(await refused({ from: '1900-01-01' })).toBe(400)
  expect(await refused({ invoice: { ...good.invoice, lines: [] } })).toBe(400)
  expect(await refused({ invoice: { ...good.invoice, lines: Array(301).fill(line) } })).toBe(400)
  expect(await refused({ invoice: { ...good.invoice, total: '1e9' } })).toBe(400)
  expect(await refused({ invoice: { ...good.invoice, lines: [{ ...line, label: 'x'.repeat(201) }] } })).toBe(
    400,
  )
})

test('goes with its location', async () => {
  await keep()
  await server.db.run(sql`delete from location where id = ${homeId}`)
  expect(await server.db.row(sql`select count(*)::int as kept from invoice_check`)).toEqual({ kept: 0 })
})
