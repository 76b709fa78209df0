import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  insertMeteringPoint,
  insertQuarterHours,
  livingPower,
} from '../apps/server/src/testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import type { TestClient } from '../apps/server/src/testing/test-client.ts'
import { insertUser } from '../apps/server/src/testing/test-world.ts'
import { launchChromium } from './kit/chromium.ts'

// The engine is built like the web application and runs in Chromium; the server answers the same question. The result
// must be the same text: no number may depend on where it was calculated.

let server: TestServer
let client: TestClient
let browser: Browser
let bundle: string
let deviceId: number
const range = { from: '2024-12-15', to: '2026-04-30' }

beforeAll(async () => {
  server = await startTestServer()
  const userId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
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
