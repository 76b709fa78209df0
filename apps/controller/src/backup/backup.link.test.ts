import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups } from '../../../server/src/features/backups/list-backups.ts'
import { startBackup } from '../../../server/src/features/backups/start-backup.ts'
import { startRestore } from '../../../server/src/features/backups/start-restore.ts'
import { sendCommand } from '../../../server/src/features/link/commands.ts'
import {
  createTestController,
  createTestLocation,
  type TestController,
  until,
} from '../../../server/src/features/link/link-test-kit.ts'
import { sql } from '../../../server/src/platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { type RunningController, startController } from '../controller.ts'
import { type LinkStore, openLinkStore } from '../link/link-store.ts'
import type { PlantControl } from '../plant/plant-control.ts'
import { createPlantConfig } from '../plant/plant-presets.ts'

const place = { seed: 4, weatherSeed: 4, latitude: 46.05, longitude: 14.5, timeZone: 'Europe/Ljubljana' }
const audit = { actor: null, address: null, at: 0 }
let server: TestServer
let known: TestController
let folder: string
let store: LinkStore
let running: RunningController

beforeAll(async () => {
  server = await startTestServer({ time: Date.now() })
  server.deps.settings.publicUrl = server.url
  known = await createTestController(server.db, await createTestLocation(server.db))
  folder = mkdtempSync(join(tmpdir(), 'controller-'))
  store = openLinkStore(join(folder, 'link.db'))
  running = startController({
    ...{ serial: known.serial, kind: 'CONTROLLER', store, clock: { now: () => Date.now() }, log: () => {} },
    address: { url: `mqtt://127.0.0.1:${server.mqttPort}`, user: known.serial, password: known.password },
    config: createPlantConfig('home-pv-battery', place),
    backOffMs: [20, 100],
  })
  await until(() =>
    server.db.row(
      sql`select 1 from controller where id = ${known.id} and online and info -> 'features' @> '["backup"]'`,
    ),
  )
})
afterAll(async () => {
  await running.close()
  store.close()
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

async function set(value: number) {
  const args = { device: 'grid', param: 'max_export', value }
  const request = { controllerId: known.id, op: 'set' as const, args, ttlSeconds: 30, audit: null }
  await sendCommand(server.deps, request)
  await until(() => store.readDocument<PlantControl>('control')?.maxExportW === value)
}

test('a controller is backed up, changed, and put back as it was', async () => {
  const { db, deps } = server
  await set(4000)
  const { finished } = await startBackup(deps, known.id, audit)
  await finished
  const [backup] = (await listBackups(deps, db, known.id)).backups
  expect(backup).toMatchObject({ state: 'ready', software_version: '0.1.0' })
  await set(9000)
  const restore = await startRestore(deps, { controllerId: known.id, backupId: backup!.id }, audit)
  await restore.finished
  const after = await listBackups(deps, db, known.id)
  expect(after).toMatchObject({ last_restore: { outcome: 'done' }, running: null })
  expect(after.backups.map(({ source }) => source)).toEqual(['restore', 'person'])
  expect(store.readDocument<PlantControl>('control')?.maxExportW).toBe(4000)
  // The cloud is told the parameters as they are now.
  await until(async () => {
    const row = await db.row<{ params: { name: string; value: number }[] }>(
      sql`select params from device where controller_id = ${known.id} and key = 'grid'`,
    )
    return row?.params.find(({ name }) => name === 'max_export')?.value === 4000
  })
})
