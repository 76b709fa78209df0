import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestController, createTestLocation } from '../apps/server/src/features/link/link-test-kit.ts'
import { uploadSoftware } from '../apps/server/src/features/updates/update-test-kit.ts'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { makeSigner, makeSoftware } from '../apps/server/src/testing/make-software.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import type { TestClient } from '../apps/server/src/testing/test-client.ts'
import { insertUser } from '../apps/server/src/testing/test-world.ts'
import { createSwupdates } from './kit/start-swupdate.ts'

// The unmodified SWUpdate of Debian polls, downloads, checks, installs and reports.

const signer = makeSigner()
const folder = mkdtempSync(join(tmpdir(), 'ohmstead-swupdate-'))
let swupdates: ReturnType<typeof createSwupdates>
let server: TestServer
let admin: TestClient

beforeAll(async () => {
  const softwareCertificates = [new X509Certificate(signer.certificate)]
  server = await startTestServer({ time: Date.now(), settings: { softwareCertificates } })
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
  swupdates = createSwupdates({ url: server.url, certificateFile: signer.certificateFile, folder })
})
afterAll(async () => {
  await swupdates.stop()
  await server.stop()
  signer.remove()
  rmSync(folder, { recursive: true, force: true })
})

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
  const device = swupdates.start(good.controller)
  await expect.poll(device.words, { timeout: 60_000, interval: 300 }).toContain('Update successful')
  expect((await good.find()).state).toBe('in_progress')
  await device.kill()
  // As its service starts it after the restart: 2 says that the new system is up.
  const restarted = swupdates.start(good.controller, { more: '-c 2' })
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
  swupdates.start(tampered.controller)
  await expect
    .poll(async () => (await tampered.find()).state, { timeout: 60_000, interval: 300 })
    .toBe('failed')
  expect(await tampered.find()).toMatchObject({ failure: 'refused' })
  expect(existsSync(bad) && readFileSync(bad).equals(tampered.content)).toBe(false)
})
