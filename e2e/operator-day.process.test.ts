import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MqttClient } from 'mqtt'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningController, startController } from '../apps/controller/src/controller.ts'
import { type LinkStore, openLinkStore } from '../apps/controller/src/link/link-store.ts'
import type { PlantControl } from '../apps/controller/src/plant/plant-control.ts'
import { createPlantConfig } from '../apps/controller/src/plant/plant-presets.ts'
import { sendCommand } from '../apps/server/src/features/link/commands.ts'
import { sweepLink } from '../apps/server/src/features/link/link-sweep.ts'
import {
  connectController,
  publish,
  type TestController,
  until,
} from '../apps/server/src/features/link/link-test-kit.ts'
import { createDevice, uploadSoftware } from '../apps/server/src/features/updates/update-test-kit.ts'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { makeSigner, makeSoftware } from '../apps/server/src/testing/make-software.ts'
import { startMailServer, type TestMailServer } from '../apps/server/src/testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import { type TestClient, testPassword } from '../apps/server/src/testing/test-client.ts'
import { insertUser } from '../apps/server/src/testing/test-world.ts'
import { createFleet } from '../tools/bench/create-fleet.ts'
import { launchChromium } from './kit/chromium.ts'
import { createSwupdates } from './kit/start-swupdate.ts'

// A day of an operator of a thousand homes: one plug is pulled, its home is looked at through the tunnel, backed up and
// put back, and a hundred get new software, which stops at the third failure. Each test goes on where the one before ended.

const minute = 60_000
const homes = 1000
const signer = makeSigner()
const folder = mkdtempSync(join(tmpdir(), 'ohmstead-operator-'))
const email = 'operator@test.si'
let server: TestServer
let mails: TestMailServer
let browser: Browser
let swupdates: ReturnType<typeof createSwupdates>
let operator: TestClient
let admin: TestClient
let fleet: TestController[]
const sessions = new Map<number, MqttClient>()
/** The home whose plug is pulled. */
let home: TestController
let ids: { locationId: number; controllerId: number }
let store: LinkStore
let running: RunningController | null = null

beforeAll(async () => {
  mails = await startMailServer()
  const loopback = { host: '127.0.0.1', port: 0, sshHost: '127.0.0.1', sshPort: 0 }
  server = await startTestServer({
    time: Date.now(),
    settings: {
      softwareCertificates: [new X509Certificate(signer.certificate)],
      smtpUrl: mails.url,
      tunnel: { ...loopback, url: null, sshAddress: null, relayUrl: null },
    },
  })
  server.deps.settings.publicUrl = server.url
  fleet = await createFleet(server.db, homes)
  home = fleet[500]!
  ids = { locationId: home.locationId!, controllerId: home.id }
  const company = await server.db.row<{ id: number }>(
    sql`select company_id as id from location where id = ${home.locationId}`,
  )
  await insertUser(server.db, email, 'ROLE_AGGREGATOR', { companyIds: [company!.id] })
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  operator = server.client()
  await operator.signIn(email)
  admin = server.client()
  await admin.signIn('admin@test.si')
  swupdates = createSwupdates({ url: server.url, certificateFile: signer.certificateFile, folder })
  browser = await launchChromium()
  store = openLinkStore(join(folder, 'link.db'))
})
afterAll(async () => {
  await browser?.close()
  await swupdates?.stop()
  await running?.close()
  store?.close()
  for (const session of sessions.values()) session.end(true)
  await server?.stop()
  await mails?.stop()
  signer.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A minute passes: everybody who is connected sends, and the server looks for who is missed. */
async function passMinute(): Promise<void> {
  server.clock.time += minute
  const sample = { samples: [{ ts: server.clock.time, values: { 'grid/power': 400 } }] }
  await Promise.all(
    fleet.map((controller) => {
      const session = sessions.get(controller.id)
      return session && publish(session, controller, 'data', sample)
    }),
  )
  await server.deps.link.flush()
  await sweepLink(server.db, server.clock.time, 400)
  await server.deps.notices.tellDue()
}

test('one plug of a thousand is pulled: one mail, whose link shows that it is only this home', async () => {
  const notices = {
    ...{ mail: true, types: null, places: null, recovery: true, quiet: null, time_zone: 'Europe/Ljubljana' },
  }
  expect((await operator.call('PUT /notices/settings', { body: notices })).status).toBe(204)
  for (let start = 0; start < homes; start += 50)
    await Promise.all(
      fleet.slice(start, start + 50).map(async (controller) => {
        sessions.set(controller.id, await connectController(server.mqttPort!, controller))
      }),
    )
  await passMinute()
  sessions.get(home.id)!.stream.destroy()
  sessions.delete(home.id)
  for (let passed = 0; passed < 15; passed++) await passMinute()

  const mail = await mails.next(email)
  expect(mail.subject).toContain('Home 501')
  expect(mails.received).toHaveLength(1)
  const alarms = await server.db.rows<{ location_id: number; type: string }>(
    sql`select location_id, type from alarm`,
  )
  expect(alarms).toEqual([{ location_id: home.locationId, type: 'CONTROLLER_ERROR_CONNECTION' }])

  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
  const signedIn = await context.request.post('/api/auth/login', {
    data: { data: { email, password: testPassword, remember: false, staySignedIn: false } },
  })
  expect(signedIn.ok()).toBe(true)
  const page = await context.newPage()
  const link = /\/locations\/\d+\/alarms\/\d+/.exec(mail.text!)![0]
  await page.goto(link)
  // The first click is the link in the mail, and no second one is needed.
  await page.locator('[data-extent="only_here"]').waitFor()
  await page.getByText('The controller is not connected').waitFor()
  await context.close()
})

test('plugged in again, the home is well, and its own page opens through the tunnel', async () => {
  server.clock.time = Math.max(server.clock.time, Date.now())
  running = startController({
    serial: home.serial,
    kind: 'CONTROLLER',
    address: { url: `mqtt://127.0.0.1:${server.mqttPort}`, user: home.serial, password: home.password },
    config: createPlantConfig('home-pv-battery', {
      ...{ seed: 4, weatherSeed: 4, latitude: 46.05, longitude: 14.5, timeZone: 'Europe/Ljubljana' },
    }),
    ...{ store, backlogMs: 50, backOffMs: [20, 100] },
    clock: { now: () => server.clock.time },
    log: () => {},
    tunnelDirectory: join(folder, 'tunnel'),
  })
  await expect
    .poll(async () => (await server.db.rows(sql`select 1 from alarm where status = 'ACTIVE'`)).length, {
      timeout: 60_000,
    })
    .toBe(0)
  const path = '/locations/:locationId/controllers/:controllerId/tunnel'
  await expect
    .poll(async () => (await operator.call(`GET ${path}`, { params: ids })).data.is_supported)
    .toBe(true)
  await operator.call(`POST ${path}`, { params: ids, body: { minutes: 15, reason: 'plug' } })
  await expect
    .poll(async () => (await operator.call(`GET ${path}`, { params: ids })).data.tunnel?.state, {
      timeout: 30_000,
    })
    .toBe('open')
  const { url } = (await operator.call(`POST ${path}/visits`, { params: ids })).data
  const entered = await ask(url)
  expect(entered.status).toBe(303)
  const page = await ask(new URL(url).origin, entered.cookie)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>Controller</title>')])
  await operator.call(`DELETE ${path}`, { params: ids })
})

test('its settings are backed up, changed, and put back', async () => {
  const path = '/backups/controllers/:controllerId'
  const params = { controllerId: home.id }
  const limit = () => store.readDocument<PlantControl>('control')?.maxExportW
  await running!.link.whenOnline()
  const list = async () => (await operator.call(`GET ${path}`, { params })).data
  const set = async (value: number) => {
    const args = { device: 'grid', param: 'max_export', value }
    await sendCommand(server.deps, { controllerId: home.id, op: 'set', args, ttlSeconds: 30, audit: null })
    await expect.poll(limit).toBe(value)
  }
  await set(4000)
  expect((await operator.call(`POST ${path}`, { params })).status).toBe(200)
  await expect
    .poll(async () => [(await list()).backups.length, (await list()).running], { timeout: 60_000 })
    .toEqual([1, null])
  await set(9000)
  const { backups } = await list()
  const restore = { params: { ...params, backupId: backups[0]!.id } }
  expect((await operator.call(`POST ${path}/:backupId/restore`, restore)).status).toBe(200)
  await expect.poll(async () => (await list()).last_restore?.outcome, { timeout: 60_000 }).toBe('done')
  expect(limit()).toBe(4000)
})

test('a hundred get new software from their own SWUpdate, until the third failure stops it', async () => {
  const chosen = fleet.slice(0, 100)
  const info = { kind: 'CONTROLLER', features: ['update'], hwVersion: 'A', softwareVersion: '1.0.0' }
  for (const controller of chosen) await publish(sessions.get(controller.id)!, controller, 'info', info)
  await until(async () => {
    const row = await server.db.row<{ count: number }>(
      sql`select count(*) as count from controller where info ->> 'softwareVersion' = '1.0.0'`,
    )
    return row!.count === 100
  })
  const files = [
    { name: 'program.bin', content: Buffer.from('program 2'), path: join(folder, 'installed.bin') },
  ]
  const image = makeSoftware(signer, { version: '2.0.0', files, hardware: ['A'] })
  const { id: imageId } = await uploadSoftware(admin, server.url, image)
  await admin.call('PATCH /software-images/:imageId', { params: { imageId }, body: { released: true } })
  const company = await server.db.row<{ id: number }>(
    sql`select company_id as id from location where id = ${home.locationId}`,
  )
  const begun = await operator.call('POST /roll-outs', {
    body: {
      ...{ name: 'Autumn', imageId, companyId: company!.id, version: '1.0.0', stopFailures: 3 },
      stages: [{ count: 5 }, { percent: 100 }],
    },
  })
  const rollOutId = begun.data.roll_out.id
  expect(begun.data.roll_out.stages).toEqual([5, 100])
  const find = async () =>
    (await operator.call('GET /roll-outs/:rollOutId', { params: { rollOutId } })).data.roll_out
  /** Once so many are told of it. */
  const requested = (count: number) =>
    until(async () => {
      await server.deps.updates.look()
      const rows = await server.db.rows<{ id: number }>(
        sql`select controller_id as id from software_update
            where roll_out_id = ${rollOutId} and state = 'requested' order by position`,
      )
      return rows.length === count && rows.map(({ id }) => chosen.find((one) => one.id === id)!)
    })

  // Each of the first stage installs it, restarts, and is heard of again.
  const first = await requested(5)
  for (const controller of first) await install(controller)
  await passMinute()
  await until(async () => {
    await server.deps.updates.look()
    return (await find()).counts.installed === 5
  })

  // Of the others three say the same hardware as all, and are of another kind.
  const second = await requested(95)
  const broken = second.slice(0, 3).map((controller) => swupdates.start(controller, { hardware: 'B' }))
  // Whoever says nothing is to be heard of when this fails.
  const silent = async () =>
    (await find()).counts.failed === 3 ? [] : broken.map(({ words }) => words().slice(-1500))
  await expect.poll(silent, { timeout: 120_000 }).toEqual([])
  await until(async () => {
    await server.deps.updates.look()
    return (await find()).state !== 'running'
  })
  expect(await find()).toMatchObject({
    state: 'stopped',
    changed_by: null,
    counts: { failed: 3, installed: 5 },
  })
  for (const { kill } of broken) await kill()
  for (const controller of second.slice(3))
    expect((await createDevice(server, controller).poll()).links.deploymentBase).toBeUndefined()
})

/** From the first question until it says after its restart that the new version runs. */
async function install(controller: TestController): Promise<void> {
  const state = async () =>
    (
      await server.db.row<{ state: string }>(
        sql`select state from software_update where controller_id = ${controller.id}`,
      )
    )?.state
  const device = swupdates.start(controller)
  await expect.poll(device.words, { timeout: 60_000, interval: 200 }).toContain('Update successful')
  await device.kill()
  // As its service starts it after the restart: 2 says that the new system is up.
  const restarted = swupdates.start(controller, { more: '-c 2' })
  await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe('checking')
  await restarted.kill()
}

test('the audit log says who did what', async () => {
  const { entries } = (await admin.call('GET /audit-log')).data
  const done = entries.map(({ action, actor }) => `${action} by ${actor?.email ?? 'the server'}`)
  for (const action of [
    'tunnel_opened',
    'tunnel_entered',
    'tunnel_closed',
    'backup_restored',
    'roll_out_started',
  ])
    expect(done).toContain(`${action} by ${email}`)
  expect(done).toContain('software_image_added by admin@test.si')
  expect(done).toContain('roll_out_changed by the server')
})

/** A browser's request to the listener of tunnels, which no name of this machine has to lead to. */
function ask(url: string, cookie?: string): Promise<{ status: number; text: string; cookie: string }> {
  const { host, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const headers = { host, ...(cookie && { cookie }) }
    const asked = request({ host: '127.0.0.1', port, path: `${pathname}${search}`, headers })
    asked.on('response', (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () =>
        resolve({
          ...{ status: answer.statusCode!, text },
          cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
        }),
      )
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}
