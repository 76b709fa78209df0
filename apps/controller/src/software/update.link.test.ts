import { type ChildProcess, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundle } from '../../../../tools/release/bundle-program.ts'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../../server/src/features/link/link-test-kit.ts'
import { uploadSoftware } from '../../../server/src/features/updates/update-test-kit.ts'
import { sql } from '../../../server/src/platform/db/sql.ts'
import { makeSigner, makeSoftware } from '../../../server/src/testing/make-software.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import type { TestClient } from '../../../server/src/testing/test-client.ts'
import { insertUser } from '../../../server/src/testing/test-world.ts'
import { readState, softwareFolder } from './software-state.ts'

// The program updates itself from the real cloud, with a supervisor that starts it again whenever it fails.

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const signer = makeSigner()
let server: TestServer
let admin: TestClient
let known: TestController
let folder: string
let child: ChildProcess | null = null
let output = ''
let isOver = false

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'controller-update-'))
  const softwareCertificates = [new X509Certificate(signer.certificate)]
  server = await startTestServer({ time: Date.now(), settings: { softwareCertificates } })
  setInterval(() => {
    server.clock.time = Date.now()
  }, 50).unref()
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
  known = await createTestController(server.db, await createTestLocation(server.db))
  await bundle(join(folder, 'program'), { controller: program }, 'es')
  supervise()
})
afterAll(async () => {
  isOver = true
  if (child?.kill('SIGKILL')) await once(child, 'exit')
  await server.stop()
  signer.remove()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(({ onTestFailed }) => onTestFailed(() => console.log(output)))

function supervise(): void {
  const mqtt = ['--mqtt', `mqtt://127.0.0.1:${server.deps.link.mqttPort}`, '--password', known.password]
  const ddi = ['--ddi', `${server.url}/ddi`, '--token', known.token]
  const own = ['--serial', known.serial, '--data-dir', join(folder, 'data'), '--period', '1']
  const started = spawn(
    process.execPath,
    [program, ...own, ...mqtt, ...ddi, '--software-certificate', signer.certificateFile],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  child = started
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  started.once('exit', (code) => {
    if (!isOver && code !== 0) supervise()
  })
}

const params = () => ({ locationId: known.locationId!, controllerId: known.id })
const path = '/locations/:locationId/controllers/:controllerId/update'
const find = async () => (await admin.call(`GET ${path}`, { params: params() })).data.update

async function offer(version: string, files: { name: string; content: Buffer }[]): Promise<void> {
  const image = makeSoftware(signer, { version, files, hardware: ['simulated'] })
  const { id: imageId } = await uploadSoftware(admin, server.url, image)
  await admin.call('PATCH /software-images/:imageId', { params: { imageId }, body: { released: true } })
  const begun = await admin.call(`POST ${path}`, { params: params(), body: { imageId } })
  expect(begun.data.update?.state).toBe('requested')
}

async function reach(state: 'installed' | 'failed'): Promise<void> {
  const look = async () => {
    await server.deps.updates.look()
    return (await find())?.state
  }
  await expect.poll(look, { timeout: 40_000, interval: 100 }).toBe(state)
}

const reportsVersion = (version: string) =>
  expect
    .poll(
      () =>
        server.db.row(
          sql`select 1 from controller where id = ${known.id} and online and info ->> 'softwareVersion' = ${version}
                and info -> 'features' @> '["update"]'`,
        ),
      { timeout: 30_000, interval: 50 },
    )
    .toBeDefined()

test('it becomes a new version though it is killed on trial, and keeps it when a later one does not start', async () => {
  await reportsVersion('0.1.0')
  const files = readdirSync(join(folder, 'program')).map((name) => ({
    name,
    content: readFileSync(join(folder, 'program', name)),
  }))
  await offer('2.0.0', files)
  const state = () => readState(softwareFolder(join(folder, 'data')))
  await expect.poll(() => state().trial?.starts ?? 0, { timeout: 30_000, interval: 5 }).toBe(1)
  child!.kill('SIGKILL')
  await reach('installed')
  expect(state()).toMatchObject({ current: '2.0.0', trial: null })
  await reportsVersion('2.0.0')

  await offer('3.0.0', [{ name: 'controller.js', content: Buffer.from('throw new Error("it is broken")') }])
  await reach('failed')
  expect((await find())!.detail).toBe('version 3.0.0 was not connected after 3 starts; 2.0.0 runs again')
  await reportsVersion('2.0.0')
  expect(output.match(/version 3\.0\.0 does not start: it is broken/g)).toHaveLength(3)
})
