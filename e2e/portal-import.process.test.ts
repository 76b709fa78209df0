import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createDemoPoint } from '../apps/server/src/features/demo/demo-points.ts'
import { startDemoPortal } from '../apps/server/src/features/demo/demo-portal.ts'
import { copyEmbeddedDatabase } from '../apps/server/src/testing/embedded-snapshot.ts'
import { createTestClient, type TestClient } from '../apps/server/src/testing/test-client.ts'
import { startCloudProcess } from './kit/cloud-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-import-'))
const point = createDemoPoint(1, {
  kind: 'home',
  name: 'Hiša',
  address: 'Glavna 1',
  agreedKw: [4, 4, 4, 4, 4],
})
const token = 'token-of-the-process-test'
// Seven hours ahead, so that yesterday is there at any hour.
const clock = { now: () => Date.now() + 7 * 3_600_000 }
const portal = await startDemoPortal({ clock, points: [point], tokens: [[token, [point.eimm]]] })
const settings = { DEMO: '1', DEMO_HISTORY_DAYS: '0', PORTAL_URL: portal.url }

afterAll(async () => {
  await portal.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
})

const readings = async (client: TestClient) =>
  (await client.call('GET /abstract-devices-all')).data.devices[0]!.readings

it('an import interrupted by a killed process resumes at its window', async () => {
  await copyEmbeddedDatabase(dataDir)
  const first = await startCloudProcess(settings, { dataDir })
  await first.ready
  const before = createTestClient(first.url)
  await before.signIn('basic@demo.test', 'ohmstead-demo')
  const credential = await before.call('POST /auth/user/external-credential', { body: { token } })
  const asked = () => portal.requests.filter(({ path }) => path === '/meter-readings').length
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  portal.fault = ({ path }) => {
    if (path !== '/meter-readings' || asked() < 8) return undefined
    reached.resolve()
    return { wait: held.promise }
  }
  await before.call('POST /abstract-device', {
    body: { eimm: point.eimm, token_id: credential.data.credential.id },
  })
  await reached.promise
  expect((await readings(before)).days).toBe(7 * 30)
  first.signal('SIGKILL')
  await first.ended
  portal.fault = null
  held.resolve()
  expect(asked()).toBe(8)

  const second = await startCloudProcess(settings, { dataDir })
  try {
    await second.ready
    const after = createTestClient(second.url)
    await after.signIn('basic@demo.test', 'ohmstead-demo')
    await expect
      .poll(async () => (await readings(after)).last_import_at, { timeout: 120_000 })
      .toBeGreaterThan(Date.now() - 600_000)
    expect(await readings(after)).toMatchObject({ days: 730, missing_days: 0, last_error: null })
    // At most the current window is read a second time.
    expect(asked()).toBe(26)
    const jobs = (await after.call('GET /jobs')).data.jobs.filter(({ kind }) => kind === 'portal_import')
    expect(jobs.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
  } finally {
    await second.stop()
  }
})
