import { type ChildProcess, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../apps/server/src/features/link/link-test-kit.ts'
import { uploadSoftware } from '../apps/server/src/features/updates/update-test-kit.ts'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { makeSigner, makeSoftware } from '../apps/server/src/testing/make-software.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import type { TestClient } from '../apps/server/src/testing/test-client.ts'
import { insertUser } from '../apps/server/src/testing/test-world.ts'
import { findProgram } from '../tools/test-run/system-packages.ts'

// The unmodified SWUpdate of Debian polls, downloads, checks, installs and reports.

const signer = makeSigner()
const folder = mkdtempSync(join(tmpdir(), 'ohmstead-swupdate-'))
const started: ChildProcess[] = []
let server: TestServer
let admin: TestClient

beforeAll(async () => {
  const softwareCertificates = [new X509Certificate(signer.certificate)]
  server = await startTestServer({ time: Date.now(), settings: { softwareCertificates } })
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
})
afterAll(async () => {
  for (const child of started) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await server.stop()
  signer.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts it as a controller that has reported itself, with sockets of its own. */
function startSwupdate(controller: TestController, more = ''): { words(): string; kill(): Promise<void> } {
  const own = mkdtempSync(join(folder, 'run-'))
  const suricatta = `-t ohmstead -u ${server.url}/ddi -i ${controller.serial} -k ${controller.token} -p 1 ${more}`
  const child = spawn(
    findProgram('swupdate')!,
    ['-v', '-B', 'none', '-M', '-m', '-H', 'board:A', '-k', signer.certificateFile, '-u', suricatta],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: own, RUNTIME_DIRECTORY: own },
      cwd: own,
    },
  )
  started.push(child)
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      words += chunk
    })
  return {
    words: () => words,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function offer(version: string, installedAt: string) {
  const content = Buffer.from(`program ${version} `.repeat(200_000))
  const files = [{ name: 'program.bin', content, path: installedAt }]
  const { id: imageId } = await uploadSoftware(
    admin,
    server.url,
    makeSoftware(signer, { version, files, hardware: ['A'] }),
  )
  await admin.call('PATCH /software-images/:imageId', { params: { imageId }, body: { released: true } })
  const controller = await createTestController(server.db, await createTestLocation(server.db))
  await server.db.run(
    sql`update controller set online = true, last_seen_at = now(), online_changed_at = now(),
          info = '{"features": ["update"], "hwVersion": "A", "softwareVersion": "0.9"}' where id = ${controller.id}`,
  )
  const params = { locationId: controller.locationId!, controllerId: controller.id }
  const path = '/locations/:locationId/controllers/:controllerId/update'
  const begun = await admin.call(`POST ${path}`, { params, body: { imageId } })
  expect(begun.data.update?.state).toBe('requested')
  return {
    imageId,
    content,
    controller,
    find: async () => (await admin.call(`GET ${path}`, { params })).data.update!,
  }
}

test('a good image is installed and reported; a tampered one is refused by the device', async () => {
  const installedAt = join(folder, 'installed.bin')
  const good = await offer('1.0', installedAt)
  const device = startSwupdate(good.controller)
  await expect.poll(device.words, { timeout: 60_000, interval: 300 }).toContain('Update successful')
  expect((await good.find()).state).toBe('in_progress')
  await device.kill()
  // As its service starts it after the restart: 2 says that the new system is up.
  const restarted = startSwupdate(good.controller, '-c 2')
  await expect
    .poll(async () => (await good.find()).state, { timeout: 60_000, interval: 300 })
    .toBe('checking')
  expect(readFileSync(installedAt).equals(good.content)).toBe(true)
  await server.db.run(
    sql`update controller set last_seen_at = now() + interval '1 minute' where id = ${good.controller.id}`,
  )
  await server.deps.updates.look()
  expect((await good.find()).state).toBe('installed')
  await restarted.kill()

  // Changed in the database itself, behind the check at the upload.
  const bad = join(folder, 'tampered.bin')
  const tampered = await offer('1.1', bad)
  await server.db.run(
    sql`update software_piece set bytes = overlay(bytes placing '\\x58585858'::bytea from 500000 for 4)
        where image_id = ${tampered.imageId} and position = 0`,
  )
  startSwupdate(tampered.controller)
  await expect
    .poll(async () => (await tampered.find()).state, { timeout: 60_000, interval: 300 })
    .toBe('failed')
  expect(await tampered.find()).toMatchObject({ failure: 'refused' })
  expect(existsSync(bad) && readFileSync(bad).equals(tampered.content)).toBe(false)
})
