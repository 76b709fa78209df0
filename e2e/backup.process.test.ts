import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createDemoPoint } from '../apps/server/src/features/demo/demo-points.ts'
import { startDemoPortal } from '../apps/server/src/features/demo/demo-portal.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { copyEmbeddedDatabase } from '../apps/server/src/testing/embedded-snapshot.ts'
import { createTestClient, type TestClient, testPassword } from '../apps/server/src/testing/test-client.ts'
import { createEmptyPostgresDatabase } from '../apps/server/src/testing/test-db.ts'
import { insertUser } from '../apps/server/src/testing/test-world.ts'
import { findPostgresBin } from '../tools/test-run/system-packages.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'

// docs/runbooks/backup-and-move.md, step by step: a backup of one place, a restore at another that has nothing but
// the backup and what the runbook says to keep.

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ohmstead-backup-'))
const email = 'ana@test.si'
const token = 'token-of-the-backup-test'
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [firstKey, secondKey, lostKeysHeir] = [keyOf(1), keyOf(2), keyOf(3)]
const point = createDemoPoint(1, {
  kind: 'home',
  name: 'Hiša',
  address: 'Glavna 1',
  agreedKw: [4, 4, 4, 4, 4],
})
const portal = await startDemoPortal({
  // Seven hours ahead, so that yesterday is there at any hour.
  clock: { now: () => Date.now() + 7 * 3_600_000 },
  points: [point],
  tokens: [[token, [point.eimm]]],
})
// Every test reads and checks them; reading two years of them is tested elsewhere.
portal.historyDays = 70
const started: CloudProcess[] = []

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

interface Place {
  env: Record<string, string>
  dataDir: string
}

async function startAt({ env, dataDir }: Place): Promise<CloudProcess> {
  const server = await startCloudProcess({ PORTAL_URL: portal.url, ...env }, { dataDir })
  started.push(server)
  return server
}

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(command, args, { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`)
  return output
}
const pg = (program: string) => join(findPostgresBin()!, program)
const data = ({ env, dataDir }: Place, ...args: string[]) =>
  run(process.execPath, ['tools/data.ts', ...args], { ...env, DATA_DIR: dataDir })

async function emptyPlace(kind: 'embedded' | 'PostgreSQL', name: string, key?: string): Promise<Place> {
  const env: Record<string, string> = key ? { SECRET_KEY: key } : {}
  if (kind === 'PostgreSQL') {
    const { databaseUrl, drop } = await createEmptyPostgresDatabase(process.env.TEST_DATABASE_URL!)
    onTestFinished(drop)
    env.DATABASE_URL = databaseUrl
  }
  return { env, dataDir: join(folder, name) }
}

const totpOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) })
const devices = async (client: TestClient) => (await client.call('GET /abstract-devices-all')).data.devices
const readPortal = async (client: TestClient) => {
  await expect
    .poll(async () => (await devices(client))[0]?.readings.last_import_at, { timeout: 120_000 })
    .toBeGreaterThan(Date.now() - 600_000)
}

interface Filled {
  secret: string
  days: number
}

/** Somebody with a password, a second factor, and a metering point read with a portal token. */
async function fill(place: Place): Promise<Filled> {
  const { DATABASE_URL: databaseUrl = null } = place.env
  if (databaseUrl === null) await copyEmbeddedDatabase(place.dataDir)
  const db = await openDb({ databaseUrl, dataDir: place.dataDir })
  await migrate(db)
  await insertUser(db, email, 'ROLE_USER_BASIC')
  await db.close()
  const server = await startAt(place)
  await server.ready
  const client = createTestClient(server.url)
  await client.signIn(email)
  const begun = await client.call('POST /auth/second-factor/totp', { body: { password: testPassword } })
  const { secret } = begun.data
  await client.call('POST /auth/second-factor/totp/enable', { body: { code: totpOf(secret).generate() } })
  await client.call('PUT /auth/user/settings', { body: { country_code: 'SI' } })
  const { credential } = (await client.call('POST /auth/user/external-credential', { body: { token } })).data
  await client.call('POST /abstract-device', { body: { eimm: point.eimm, token_id: credential.id } })
  await readPortal(client)
  const { days } = (await devices(client))[0]!.readings
  expect(days).toBeGreaterThan(60)
  await server.stop()
  return { secret, days }
}

/** The checks of the runbook: sign in with the second factor, see a metering point, read from the portal. */
async function expectWhole(server: CloudProcess, { secret, days }: Filled): Promise<void> {
  await server.ready
  const client = createTestClient(server.url)
  const first = await client.call('POST /auth/login', { body: { email, password: testPassword } })
  expect(first.error?.code).toBe('second_factor_required')
  // Codes work once and the current one may be used: the next one is valid half a minute early.
  const code = totpOf(secret).generate({ timestamp: Date.now() + 30_000 })
  const second = await client.call('POST /auth/login/second-factor', { body: { code } })
  expect(second.error).toBeNull()
  const [device] = await devices(client)
  expect(device).toMatchObject({ eimm: point.eimm, readings: { days } })
  const asked = portal.requests.length
  const again = await client.call('POST /abstract-devices/:deviceId/import', {
    params: { deviceId: device!.id },
    body: {},
  })
  expect(again.error).toBeNull()
  await expect
    .poll(async () => (await client.call('GET /jobs')).data.jobs.at(0)?.state, { timeout: 120_000 })
    .toBe('done')
  expect(portal.requests.length).toBeGreaterThan(asked)
  expect((await devices(client))[0]!.readings).toMatchObject({ days, last_error: null })
}

describe.runIf(process.env.TEST_DATABASE_URL)('a backup', () => {
  let dumped: { file: string; person: Filled } | undefined

  async function fillAndDump(): Promise<{ file: string; person: Filled }> {
    const source = await emptyPlace('PostgreSQL', 'first', firstKey)
    const person = await fill(source)
    const file = join(folder, 'ohmstead.dump')
    await run(pg('pg_dump'), ['--format=custom', `--file=${file}`, source.env.DATABASE_URL!])
    return { file, person }
  }

  /** Another machine's PostgreSQL with the content of a dump of a filled place, which is made once. */
  async function restoredPlace(name: string): Promise<{ place: Place; person: Filled }> {
    dumped ??= await fillAndDump()
    const place = await emptyPlace('PostgreSQL', name, firstKey)
    const into = `--dbname=${place.env.DATABASE_URL}`
    await run(pg('pg_restore'), ['--no-owner', '--exit-on-error', into, dumped.file])
    return { place, person: dumped.person }
  }

  it('by pg_dump and the key is complete on another machine, and does not start with another key', async () => {
    const { place: target, person } = await restoredPlace('second')
    const wrong = await startAt({ ...target, env: { ...target.env, SECRET_KEY: secondKey } })
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toMatch(/^SECRET_KEY is not the key of this database[^\n]*\n$/)
    await expectWhole(await startAt(target), person)
  })

  it('by export from the embedded database is complete on PostgreSQL with a new key', async () => {
    const source = await emptyPlace('embedded', 'third')
    const person = await fill(source)
    // The whole folder, copied while the server is stopped, is a backup too: from here on only that is used.
    const copy = { ...source, dataDir: join(folder, 'copied') }
    cpSync(source.dataDir, copy.dataDir, { recursive: true })
    rmSync(source.dataDir, { recursive: true })
    const file = join(folder, 'ohmstead.data')
    const passphraseFile = join(folder, 'passphrase')
    writeFileSync(passphraseFile, 'four words and a comma,\n')
    const withPassphrase = ['--passphrase-file', passphraseFile]
    expect(await data(copy, 'export', file, ...withPassphrase)).toMatch(/rows of \d+ tables written/)
    const target = await emptyPlace('PostgreSQL', 'fourth', secondKey)
    expect(await data(target, 'import', file, ...withPassphrase)).toMatch(/put from .* and checked/)
    await expectWhole(await startAt(target), person)
  })

  it('has a new key after rekey, and the former one is not needed; a lost one loses its secrets', async () => {
    const { place, person } = await restoredPlace('fifth')
    const both = { ...place, env: { ...place.env, SECRET_KEY: secondKey, SECRET_KEY_OLD: firstKey } }
    expect(await data(both, 'rekey')).toMatch(/^2 secrets were encrypted anew with the key [0-9a-f]{16},/)
    const server = await startAt({ ...place, env: { ...place.env, SECRET_KEY: secondKey } })
    await expectWhole(server, person)
    await server.stop()

    const lost = { ...place, env: { ...place.env, SECRET_KEY: lostKeysHeir } }
    await expect(data(lost, 'rekey')).rejects.toThrow('2 are opened by none of the keys')
    expect(await data(lost, 'rekey', '--drop-unreadable')).toContain('2 that no key opens were given up.')
    const again = await startAt(lost)
    await again.ready
    const signIn = { email, password: testPassword }
    expect((await createTestClient(again.url).call('POST /auth/login', { body: signIn })).error).toBeNull()
    const db = await openDb({ databaseUrl: place.env.DATABASE_URL!, dataDir: null })
    const mails = await db.rows(sql`select kind from mail where kind = 'sign_in_changed' order by id desc`)
    await db.close()
    // The app was connected, and its secret is discarded.
    expect(mails).toHaveLength(2)
  })
})
