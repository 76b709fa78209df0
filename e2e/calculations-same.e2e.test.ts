import { fileURLToPath } from 'node:url'
import { listMarketDays, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import type { SpotDay } from '@ohmstead/pricing/spot/spot-day'
import type { Browser } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeSpotDays } from '../apps/server/src/features/spot-market/store-spot-days.ts'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import {
  insertMeteringPoint,
  insertQuarterHours,
  livingPower,
} from '../apps/server/src/testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../apps/server/src/testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import type { TestClient } from '../apps/server/src/testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../apps/server/src/testing/test-world.ts'
import { launchChromium } from './kit/chromium.ts'

// The engine is built like the web application and runs in Chromium; the server answers the same question. The result
// must be the same text: no number may depend on where it was calculated.

let server: TestServer
let client: TestClient
let browser: Browser
let bundle: string
let deviceId: number
let userId: number
const range = { from: '2024-12-15', to: '2026-04-30' }

beforeAll(async () => {
  server = await startTestServer()
  userId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  deviceId = await insertMeteringPoint(server.db, userId, '4-0000001')
  // Uneven powers of many digits, missing readings, both clock changes, and a final month without any reading.
  await insertQuarterHours(server.db, deviceId, ['2024-12-20', '2026-03-30'], (at) =>
    (at / 900_000) % 211 === 0 ? null : livingPower(at) * (1 + Math.abs(Math.sin(at)) / 3),
  )
  client = server.client()
  await client.signIn('ana@test.si')
  browser = await launchChromium()
  bundle = await buildEngine()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function buildEngine(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL('kit/calculate-in-browser.ts', import.meta.url)),
        formats: ['iife'],
        name: 'engine',
      },
    },
  })
  const [{ output }] = built as { output: { code: string }[] }[] as [{ output: { code: string }[] }]
  return output[0]!.code
}

test.each([
  ['plain', { customPowerLimits: null, levies: false, vat: false }],
  [
    'with own powers, levies and tax',
    {
      customPowerLimits: { block1: 4.1, block2: 5.3, block3: 5.3, block4: 6, block5: 6 },
      levies: true,
      vat: true,
    },
  ],
])('browser and server give identical answers: %s', async (_, options) => {
  const question = { vt: 0.11873, mt: 0.08291, et: null, ...range, ...options }
  const params = { deviceId }
  const readings = await client.call('GET /abstract-devices/:deviceId/readings', { params, query: range })
  const response = await client.request('POST', `/pricing/abstract-devices/${deviceId}/calculations`, {
    body: { data: question },
  })
  const text = await response.text()
  const { calculations, ...rest } = JSON.parse(text).data
  const page = await browser.newPage()
  await page.addScriptTag({ content: bundle })
  const own = options.customPowerLimits && Object.values(options.customPowerLimits)
  const inBrowser = await page.evaluate(
    ([readings, info, question]) =>
      (globalThis as never as { calculateInBrowser(...given: unknown[]): string }).calculateInBrowser(
        readings,
        info,
        question,
      ),
    [
      readings.data,
      rest.consumerInfo,
      {
        energyPrices: { vt: question.vt, mt: question.mt, et: null },
        customPowersKw: own,
        adviceFrom: calculations.agreedPower.fromDay,
        options: { levies: options.levies, vat: options.vat },
      },
    ] as const,
  )
  await page.close()
  expect(inBrowser.length).toBeGreaterThan(100_000)
  expect(text).toBe(`{"data":{"calculations":${inBrowser},${JSON.stringify(rest).slice(1)}}`)
})

/** Day-ahead prices of many digits, also below zero. */
const spotDays = (from: string, to: string): SpotDay[] =>
  listMarketDays(from, to, marketTimeZone).map(({ day, startMs, quarterHours }) => ({
    ...{
      day,
      startMs,
      source: 'energy-charts',
      currency: 'EUR',
      licence: null,
      unitSeconds: 900,
      missing: 0,
    },
    prices: Int32Array.from(
      { length: quarterHours },
      (_, at) => (((startMs / 900_000 + at) * 7919) % 30_000_017) - 4_000_000,
    ),
  }))

test('browser and server make the same bill of a location, down to the last digit', async () => {
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId: userId })
  const charged = { network: { kind: 'published' as const }, taxes: { published: true, rows: [] } }
  const fixed = { kind: 'fixed' as const, t0: null, t1: '0.11873', t2: '0.08291' }
  const capped = { floor: '0', hourlyCap: '0.2113', monthlyCap: '0.1633', substitute: null }
  const spot = { kind: 'spot_market' as const, region: 'SI', factor: '1.0325', markup: '0.01199', ...capped }
  const terms = [
    { ...charged, isMultiTariff: true, buy: fixed },
    { ...charged, buy: spot, monthlyFees: [{ name: 'Fee', amount: '1.99' }], buyFeePerKwh: '0.00137' },
  ]
  const lists = [
    await insertPriceList(db, { companyId }, terms[0]),
    await insertPriceList(db, { companyId }, terms[1]),
  ] as const
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId: lists[0], validFrom: '2025-01-01', validTo: '2026-02-10' },
    { priceListId: lists[1], validFrom: '2026-02-11', validTo: null },
  ])
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${locationId}, ${planId}, ${deviceId}, now())`)
  await storeSpotDays(db, 'SI', spotDays('2026-02-01', '2026-03-31'), { order: [], now: 0 })

  const [params, days] = [{ locationId }, { from: '2026-01-15', to: '2026-03-30' }]
  const { data } = await client.call('GET /locations/:locationId/pricing/world', { params, query: days })
  const path = `/locations/${locationId}/pricing/bill?from=${days.from}&to=${days.to}`
  const text = await (await client.request('GET', path)).text()
  const page = await browser.newPage()
  await page.addScriptTag({ content: bundle })
  const inBrowser = await page.evaluate(
    ([world, energies, period]) =>
      (globalThis as never as { billInBrowser(...given: unknown[]): string }).billInBrowser(
        world,
        energies,
        period,
      ),
    [data.world, data.energies, days] as const,
  )
  await page.close()
  expect(JSON.parse(inBrowser).totals.payable).toMatch(/^\d+\.\d\d$/)
  expect(text).toContain(`{"bill":${inBrowser},`)
})
