import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { settleNetMetering } from '@ohmstead/network-fee/systems/net-metering-settlement'
import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'

let server: TestServer
let client: TestClient
const ids = { netted: 0, plain: 0 }
const range = { from: '2024-11-01', to: '2026-04-30' }
const question = { vt: 0.12, mt: 0.09, et: null, ...range, levies: true, vat: true, locale: 'en' as const }

// A sunny half of the year and a dark one, so that one year has a surplus and another pays; readings start in December.
const sun = (at: number) =>
  Math.max(Math.sin((at / 86_400_000 - 0.2) * 2 * Math.PI), 0) * (at < Date.UTC(2025, 9, 1) ? 9 : 1.5)

beforeAll(async () => {
  server = await startTestServer()
  const userId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  for (const [name, netMetering] of Object.entries({ netted: true, plain: null })) {
    const id = await insertMeteringPoint(server.db, userId, `4-000000${netMetering ? 1 : 2}`, { netMetering })
    await insertQuarterHours(server.db, id, ['2024-12-01', '2026-05-01'], livingPower, sun)
    ids[name as 'netted'] = id
  }
  client = server.client()
  await client.signIn('ana@test.si')
})
afterAll(() => server.stop())

async function fetchBook(deviceId: number) {
  const response = await client.request('POST', `/pricing/abstract-devices/${deviceId}/calculations/xlsx`, {
    body: { data: question },
  })
  return readXlsx(new Uint8Array(await response.arrayBuffer()))
}

test('the workbook of a netted point matches the years settled on the page to the cent, and what it says was paid', async () => {
  const params = { deviceId: ids.netted }
  const { data } = await client.call('POST /pricing/abstract-devices/:deviceId/calculations', {
    params,
    body: question,
  })
  const readings = await client.call('GET /abstract-devices/:deviceId/readings', { params, query: range })
  // As on the page: a profile of the returned readings, and the point of the calculation's answer.
  const { years } = settleNetMetering(
    buildLoadProfile(buildSeries(readings.data)),
    buildMeteringPoint(data.consumerInfo).point,
  )
  expect(years.map(({ year, months }) => [year, months])).toEqual([
    [2024, 1],
    [2025, 12],
    [2026, 4],
  ])
  expect(years.map(({ networkEnergy }) => networkEnergy!.totalCost.amount > 0)).toEqual([false, false, true])

  const book = await fetchBook(ids.netted)
  const [summary, netted] = book.sheets
  expect(netted!.name).toBe('Yearly net metering')
  const rows = netted!.rows.filter(([year]) => typeof year === 'number')
  expect(rows.map(([year, , ...cells]) => [year, ...cells.slice(0, 4), cells[6]])).toEqual(
    years.map(({ year, importKwh, exportKwh, billedKwh, networkEnergy }) => [
      year,
      importKwh,
      exportKwh,
      billedKwh,
      networkEnergy!.factors[1]!.value,
      networkEnergy!.totalCost.amount,
    ]),
  )
  const amountOf = (name: string) => summary!.rows.find(([first]) => first === name)?.[1]
  expect(['2024 (in 1 month)', '2025', '2026 (in 4 months)'].map(amountOf)).toEqual(
    years.map(({ networkEnergy }) => networkEnergy!.totalCost.amount),
  )
  expect(amountOf('Current system')).toBe(data.calculations.totals.newSystem.grandTotal!.amount)
  const rates = book.sheets.find(({ name }) => name === 'Rates and their sources')!
  expect(rates.rows.map(([name]) => name)).toContain('Network fee without quarter-hour metering')
})

test('the workbook of any other point has no years', async () => {
  const book = await fetchBook(ids.plain)
  expect(book.sheets.map(({ name }) => name)).not.toContain('Yearly net metering')
  expect(book.sheets[0]!.rows.flat()).not.toContain('Yearly net metering')
})
