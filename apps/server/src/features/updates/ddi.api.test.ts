import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { makeSigner, makeSoftware } from '../../testing/make-software.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { createTestController, createTestLocation, type TestController } from '../link/link-test-kit.ts'
import { createDevice, uploadSoftware } from './update-test-kit.ts'

const signer = makeSigner()
const content = Buffer.from('the new program '.repeat(100_000))
const image = makeSoftware(signer, {
  version: '2.0.0',
  files: [{ name: 'program.bin', content }],
  hardware: ['A'],
})
let server: TestServer
let admin: TestClient
let imageId: number
let controller: TestController
let device: ReturnType<typeof createDevice>
const minuteMs = 60_000

beforeAll(async () => {
  const softwareCertificates = [new X509Certificate(signer.certificate)]
  server = await startTestServer({ time: Date.now(), settings: { softwareCertificates } })
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
  ;({ id: imageId } = await uploadSoftware(admin, server.url, image))
  await admin.call('PATCH /software-images/:imageId', { params: { imageId }, body: { released: true } })
})
afterAll(async () => {
  await server.stop()
  signer.remove()
})
beforeEach(async () => {
  controller = await createTestController(server.db, await createTestLocation(server.db))
  device = createDevice(server, controller)
  await report({ online: true, version: '1.0.0' })
})

async function report({ online, version }: { online: boolean; version: string }): Promise<void> {
  const info = { features: ['update'], hwVersion: 'A', softwareVersion: version }
  await server.db.run(
    sql`update controller set online = ${online}, info = ${JSON.stringify(info)}::jsonb,
          last_seen_at = ${new Date(server.clock.time)} where id = ${controller.id}`,
  )
}
const params = () => ({ locationId: controller.locationId!, controllerId: controller.id })
const path = '/locations/:locationId/controllers/:controllerId/update'
const start = () => admin.call(`POST ${path}`, { params: params(), body: { imageId } })
const view = async () => (await admin.call(`GET ${path}`, { params: params() })).data
const startAndPoll = async () => {
  await start()
  const { links } = await device.poll()
  return links.deploymentBase!.href
}
const idOf = (href: string) => Number(href.split('/').at(-1))

test('an update goes from available over requested and in progress to installed', async () => {
  expect(await view()).toMatchObject({ version: '1.0.0', available: { version: '2.0.0' }, update: null })
  expect((await device.poll()).links.deploymentBase).toBeUndefined()
  expect((await start()).data.update).toMatchObject({ state: 'requested', by: { first_name: 'Ana' } })
  expect((await start()).error?.code).toBe('update_under_way')

  const { links, sleep } = await device.poll()
  expect(sleep).toBe('00:00:20')
  const { id, deployment } = (await (await device.ask(links.deploymentBase!.href)).json()) as {
    id: string
    deployment: {
      chunks: {
        version: string
        artifacts: { hashes: object; size: number; _links: Record<string, { href: string }> }[]
      }[]
    }
  }
  const [artifact] = deployment.chunks[0]!.artifacts
  expect(artifact!.size).toBe(image.length)
  const file = artifact!._links['download-http']!.href
  expect((await device.ask(file, { method: 'HEAD' })).headers.get('content-length')).toBe(
    String(image.length),
  )
  const whole = Buffer.from(await (await device.ask(file)).arrayBuffer())
  expect(whole.equals(image)).toBe(true)
  const range = `bytes=${image.length - 700_000}-`
  const rest = await device.ask(file, { headers: { range } })
  expect(rest.status).toBe(206)
  expect(Buffer.from(await rest.arrayBuffer()).equals(image.subarray(-700_000))).toBe(true)
  expect((await device.ask(file, { headers: { range: `bytes=${image.length}-` } })).status).toBe(416)
  expect((await device.ask(file.replace(/softwaremodules\/\d+/, 'softwaremodules/999999'))).status).toBe(404)
  expect((await device.ask(links.deploymentBase!.href.replace(/\d+$/, '999999'))).status).toBe(404)

  await device.report(id, 'proceeding', 'none', ['Installing program.bin', ''], { of: 3, cnt: 1 })
  expect((await view()).update).toMatchObject({
    state: 'in_progress',
    percent: 33,
    detail: 'Installing program.bin',
  })
  expect((await device.poll()).links.deploymentBase).toBeDefined()
  await report({ online: false, version: '1.0.0' })
  await device.report(id, 'closed', 'success', 'Done')
  await server.deps.updates.look()
  expect((await view()).update).toMatchObject({ state: 'checking', percent: 100 })
  server.clock.time += minuteMs
  await report({ online: true, version: '2.0.0' })
  await server.deps.updates.look()
  expect(await view()).toMatchObject({ available: null, version: '2.0.0', update: { state: 'installed' } })
  expect((await device.poll()).links.deploymentBase).toBeUndefined()
})

test('one that reports success and does not come back within ten minutes has failed, also for another process', async () => {
  const id = idOf(await startAndPoll())
  await device.report(id, 'closed', 'success')
  await report({ online: false, version: '1.0.0' })
  server.clock.time += 9 * minuteMs
  await server.deps.updates.look()
  expect((await view()).update!.state).toBe('checking')
  server.clock.time += 2 * minuteMs
  await server.deps.updates.look()
  expect((await view()).update).toMatchObject({ state: 'failed', failure: 'not_back' })
})

test('a refused image fails with the words of the device, once', async () => {
  const id = idOf(await startAndPoll())
  await device.report(id, 'closed', 'failure', ['Signature verification failed', 'Image invalid\u001b[31m'])
  const failed = { state: 'failed', failure: 'refused', detail: 'Image invalid [31m' }
  expect((await view()).update).toMatchObject(failed)
  expect((await device.report(id, 'closed', 'success')).status).toBe(200)
  expect((await view()).update).toMatchObject(failed)
})

test('a device that installs again and again is not offered the update a sixth time', async () => {
  const href = await startAndPoll()
  const text = await (await device.ask(href)).text()
  const file = /"download-http":\{"href":"([^"]+)"/.exec(text)![1]!
  for (let time = 0; time < 5; time++) expect((await device.ask(file)).status).toBe(200)
  expect((await device.ask(file)).status).toBe(404)
  expect((await view()).update).toMatchObject({ state: 'failed', failure: 'repeated' })
  expect((await device.poll()).links.deploymentBase).toBeUndefined()
})

test.each([
  ['that begins at its second byte', { range: 'bytes=1-' }],
  ['of its first byte alone', { range: 'bytes=0-0' }],
  ['in a unit that nobody knows', { range: 'pieces=1-' }],
  ['that went on with another file', { range: 'bytes=1-', 'if-range': '"other"' }],
])('a fetch %s counts as well', async (_, headers: Record<string, string>) => {
  const href = await startAndPoll()
  const text = await (await device.ask(href)).text()
  const file = /"download-http":\{"href":"([^"]+)"/.exec(text)![1]!
  const fetchPart = async () => {
    const answer = await device.ask(file, { headers })
    return answer.ok && (await answer.arrayBuffer()).byteLength
  }
  for (let time = 0; time < 5; time++) expect(await fetchPart()).toBeTruthy()
  const more: (number | false)[] = []
  for (let time = 0; time < 3; time++) more.push(await fetchPart().catch(() => false as const))
  expect(more.slice(1)).toEqual([false, false])
  expect((await view()).update).toMatchObject({ state: 'failed', failure: 'repeated' })
  expect(await fetchPart()).toBe(false)
})

test('a download in many parts is one fetch', async () => {
  const href = await startAndPoll()
  const text = await (await device.ask(href)).text()
  const file = /"download-http":\{"href":"([^"]+)"/.exec(text)![1]!
  const size = Number((await device.ask(file, { method: 'HEAD' })).headers.get('content-length'))
  const step = Math.ceil(size / 20)
  for (let at = 0; at < size; at += step)
    expect((await device.ask(file, { headers: { range: `bytes=${at}-${at + step - 1}` } })).status).toBe(206)
  const row = await server.db.row<{ fetches: number }>(
    sql`select fetches from software_update order by id desc limit 1`,
  )
  expect(row!.fetches).toBe(1)
})

test('a withdrawn update is no longer offered; one under way is asked to stop', async () => {
  const href = await startAndPoll()
  await admin.call(`DELETE ${path}`, { params: params() })
  expect((await device.ask(href)).status).toBe(404)
  expect((await view()).update!.state).toBe('cancelled')

  const id = idOf(await startAndPoll())
  await device.report(id, 'proceeding')
  await admin.call(`DELETE ${path}`, { params: params() })
  const { links } = await device.poll()
  expect(links.deploymentBase).toBeUndefined()
  const cancel = (await (await device.ask(links.cancelAction!.href)).json()) as {
    cancelAction: { stopId: string }
  }
  expect(cancel.cancelAction.stopId).toBe(String(id))
  await device.send(`${links.cancelAction!.href}/feedback`, {
    id,
    status: { execution: 'closed', result: { finished: 'success' } },
  })
  expect((await view()).update!.state).toBe('cancelled')
})

test('a device that can no longer stop goes on, and what it then installs counts', async () => {
  const id = idOf(await startAndPoll())
  await device.report(id, 'proceeding')
  await admin.call(`DELETE ${path}`, { params: params() })
  const { links } = await device.poll()
  const status = { execution: 'rejected', result: { finished: 'failure' } }
  await device.send(`${links.cancelAction!.href}/feedback`, { id, status })
  expect((await view()).update!.state).toBe('in_progress')
  await device.report(id, 'closed', 'success')
  expect((await view()).update!.state).toBe('checking')
})

test('one that says nothing more in the middle has failed after two hours', async () => {
  await device.report(idOf(await startAndPoll()), 'proceeding')
  server.clock.time += 120 * minuteMs
  await server.deps.updates.look()
  expect((await view()).update!.state).toBe('in_progress')
  server.clock.time += minuteMs
  await server.deps.updates.look()
  expect((await view()).update).toMatchObject({ state: 'failed', failure: 'silent' })
})

test('off grid, or with a battery below its reserve, nothing is offered, and the page says why', async () => {
  await server.db.run(
    sql`insert into alarm (location_id, controller_id, type, first_recurrence_at, last_recurrence_at)
        values (${controller.locationId}, ${controller.id}, 'OFF_GRID', now(), now())`,
  )
  await start()
  expect((await device.poll()).links.deploymentBase).toBeUndefined()
  expect((await view()).update).toMatchObject({ state: 'requested', hold: 'off_grid' })
  await server.db.run(sql`update alarm set status = 'CLEARED' where controller_id = ${controller.id}`)
  const params = [{ name: 'backup_reserve', value: 30 }]
  await server.db.run(
    sql`insert into device (location_id, controller_id, key, source_key, category, name, params)
        values (${controller.locationId}, ${controller.id}, 'bat', 'bat', 'BATTERY', 'Battery', ${JSON.stringify(params)}::jsonb)`,
  )
  const send = (charge: number) =>
    fetch(`${server.url}/link/v1/${controller.serial}/data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ v: 1, samples: [{ ts: server.clock.time, values: { 'bat/soc': charge } }] }),
    })
  await send(29)
  expect((await device.poll()).links.deploymentBase).toBeUndefined()
  expect((await view()).update).toMatchObject({ hold: 'battery_low' })
  server.clock.time += minuteMs
  await send(31)
  expect((await device.poll()).links.deploymentBase).toBeDefined()
  // Without a reserve of its own it keeps a tenth; what was read a while ago says nothing of now.
  await server.db.run(sql`update device set params = '[]' where controller_id = ${controller.id}`)
  server.clock.time += minuteMs
  await send(9)
  expect((await device.poll()).links.deploymentBase).toBeUndefined()
  server.clock.time += 16 * minuteMs
  expect((await device.poll()).links.deploymentBase).toBeDefined()
})

test('only the controller itself learns of its update, and a wrong token is refused', async () => {
  const href = await startAndPoll()
  const other = await createTestController(server.db, await createTestLocation(server.db))
  const thief = createDevice(server, other)
  expect((await thief.ask(href)).status).toBe(401)
  expect((await thief.ask(href.replace(controller.serial, other.serial))).status).toBe(404)
  expect((await thief.report(idOf(href), 'closed', 'failure')).status).toBe(404)
  const wrong = createDevice(server, { serial: controller.serial, token: 'x'.repeat(32) })
  expect((await wrong.ask(wrong.base)).status).toBe(401)
  expect(
    (await fetch(device.base, { headers: { authorization: `Bearer ${controller.token}` } })).status,
  ).toBe(401)
})

test('an offline controller is not asked, and a program that only polls counts as able to update', async () => {
  await report({ online: false, version: '1.0.0' })
  expect((await start()).error?.code).toBe('controller_offline')
  const bare = await createTestController(server.db, await createTestLocation(server.db))
  const bareView = () =>
    admin.call(`GET ${path}`, { params: { locationId: bare.locationId!, controllerId: bare.id } })
  expect((await bareView()).data.can_update).toBe(false)
  const agent = createDevice(server, bare)
  const { links } = await agent.poll()
  await agent.send(links.configData!.href, { data: { hw: 'A', revision: 2 } }, 'PUT')
  expect((await bareView()).data.can_update).toBe(true)
  expect((await agent.poll()).links.configData).toBeUndefined()
})
