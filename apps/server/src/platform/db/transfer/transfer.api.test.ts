import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { maintainPartitions } from '../../../features/telemetry/partitions.ts'
import { openEmbeddedTestDb, openTestDb, openUnmigratedTestDb } from '../../../testing/test-db.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../../testing/test-world.ts'
import { createSecretBox } from '../../keys/secret-box.ts'
import type { Db } from '../db.ts'
import { listMigrations, migrate } from '../migrate.ts'
import { sql } from '../sql.ts'
import { exportData } from './export-data.ts'
import { isEncrypted } from './file-encryption.ts'
import { type ImportOptions, importData, readHeader } from './import-data.ts'
import { findTables, sumTable } from './table-shape.ts'

const now = Date.UTC(2026, 5, 1)
const folder = mkdtempSync(join(tmpdir(), 'transfer-'))
const file = join(folder, 'all.data')
let source: Awaited<ReturnType<typeof openTestDb>>
let homeId: number
const plain: ImportOptions = { passphrase: null, box: createSecretBox(Buffer.alloc(32, 1)), afterDrop: null }

beforeAll(async () => {
  source = await openTestDb()
  const { db } = source
  await maintainPartitions(db, { now, retentionDays: 400 })
  const { companyId, rootGroupId } = await insertCompany(db, 'Ščit "d.o.o." \\ \n')
  const userId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const groupId = await insertGroup(db, companyId, rootGroupId, 'Žled')
  homeId = await insertLocation(db, { companyId, locationGroupId: groupId, ownerId: userId })
  const gone = await insertLocation(db, { companyId, locationGroupId: groupId })
  await db.run(sql`delete from location where id = ${gone}`)
  await shareLocation(db, userId, homeId)
  const { controllerId } = await insertController(db, homeId, [{ key: 'grid', category: 'GRID' }])
  await db.run(
    sql`update controller set mqtt_password_hash = ${Buffer.from([0, 255, 10, 92])}, online_changed_at = '2026-01-01 00:00:00.123456+00'`,
  )
  await db.run(sql`update location set latitude = 0.1::float8 + 0.2::float8`)
  await db.run(sql`update device set metrics = array['power', 'odd "one", {x}', 'null']`)
  await db.run(
    sql`insert into setting values ('odd', 'null'::jsonb), ('deep', '{"a": [1.50, "č", null]}'::jsonb)`,
  )
  await db.run(sql`
    insert into sample (location_id, controller_id, ts, values)
    select ${homeId}, ${controllerId}, '2026-01-01'::timestamptz + i * interval '10 minutes', jsonb_build_object('grid/power', i)
    from generate_series(1, 12345) i`)
  await db.run(sql`
    insert into sample_pack (location_id, controller_id, start_at, samples, bytes)
    values (${homeId}, ${controllerId}, '2025-12-31', 1, ${Buffer.from([0, 1, 255, 92, 10, 39])})`)
  await db.run(sql`
    insert into energy_hour (location_id, series_id, hour, s0, s11, total)
    select ${homeId}, 1, '2025-06-01'::timestamptz + i * interval '1 hour', 9007199254740993, null, i from generate_series(0, 999) i`)
  await exportData(db, file, null, () => {})
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

// Why a file is refused does not depend on its origin: both ends are embedded there.
const isEmbedded = !process.env.TEST_DATABASE_URL

// If the tests have a PostgreSQL, the source is there, so that both directions are covered.
const targets = ['the embedded database', ...(process.env.TEST_DATABASE_URL ? ['PostgreSQL'] : [])]

test.each(targets)('everything arrives in %s exactly, and the next ids are new', async (target) => {
  const other = target === 'PostgreSQL' ? await openTestDb() : null
  const db = other?.db ?? (await openEmbeddedTestDb())
  const progress: string[] = []
  await importData(db, file, plain, ({ table }) => progress.push(table))
  for (const table of await findTables(source.db)) {
    expect(await sumTable(db, table), table.name).toEqual(await sumTable(source.db, table))
  }
  const row = await db.row<{ hash: Uint8Array; exact: string; at: string }>(sql`
    select mqtt_password_hash as hash, (select s0::text from energy_hour limit 1) as exact, online_changed_at::text as at from controller`)
  expect([...row!.hash]).toEqual([0, 255, 10, 92])
  expect(row).toMatchObject({ exact: '9007199254740993', at: '2026-01-01 00:00:00.123456+00' })
  // What is searched follows from the rows, and each process finds whose turn it is.
  const { left } = (await db.row<{ left: Record<string, number> }>(sql`
    select json_build_object('controllers', (select count(*) from controller_search), 'devices', (select count(*) from device_search),
      'turns', (select count(*) from alarm_rule_turn),
      'wrong', (select count(*) from (table controller_search except table controller_searched) c)
        + (select count(*) from (table device_search except table device_searched) d)) as left`))!
  expect(left).toEqual({ controllers: 1, devices: 1, turns: 1, wrong: 0 })
  const next = await insertLocation(
    db,
    (await db.row<{ companyId: number; locationGroupId: number }>(
      sql`select company_id as "companyId", location_group_id as "locationGroupId" from location`,
    ))!,
  )
  expect(next).toBe(homeId + 2)
  expect(progress).toContain('sample')
  await expect(db.run(sql`update location set location_group_id = 99999`)).rejects.toThrow('foreign key')
  await (other?.close() ?? db.close())
})

test.runIf(isEmbedded)('a second import finds the database non-empty and changes nothing', async () => {
  const db = await openEmbeddedTestDb()
  await importData(db, file, plain, () => {})
  await expect(importData(db, file, plain, () => {})).rejects.toThrow('not empty')
  expect(await db.row(sql`select count(*) as rows from company`)).toEqual({ rows: 1 })
  await db.close()
})

test.runIf(isEmbedded)('rows changed in transit are detected, and nothing is kept', async () => {
  const db = await openEmbeddedTestDb()
  const bad = join(folder, 'bad.data')
  const text = zstdDecompressSync(readFileSync(file)).toString()
  for (const [broken, message] of [
    [text.replace('owner@test.si', 'other@test.si'), 'not those that were exported'],
    [text.slice(0, text.lastIndexOf('{"end"')), 'ends too early'],
    [text.replace('0001-foundation.sql', '0000-other.sql'), 'another version'],
    [text.replace(/"bound":"[^"]*"/, '"bound":"DEFAULT; drop table company"'), 'strange partition'],
    ['{"format":"other"}\n', 'no data file'],
  ] as const) {
    writeFileSync(bad, zstdCompressSync(broken))
    await expect(
      importData(db, bad, plain, () => {}),
      message,
    ).rejects.toThrow(message)
    expect(await db.row(sql`select count(*) as rows from app_user`)).toEqual({ rows: 0 })
  }
  writeFileSync(bad, 'plain text')
  await expect(importData(db, bad, plain, () => {})).rejects.toThrow('cannot be read')
  await expect(importData(db, join(folder, 'none'), plain, () => {})).rejects.toThrow('does not exist')
  await importData(db, file, plain, () => {})
  await db.close()
})

test('an export does not overwrite a file', async () => {
  await expect(exportData(source.db, file, null, () => {})).rejects.toThrow('exists already')
})

describe.runIf(isEmbedded)('an encrypted file', () => {
  const sourceKey = Buffer.alloc(32, 2)
  const ownKey = Buffer.alloc(32, 3)
  const own = createSecretBox(ownKey)
  const passphrase = 'four words and a comma,'
  const closed = join(folder, 'closed.data')
  const inside = 'a secret of an authenticator app'
  let userId: number

  beforeAll(async () => {
    const { db } = source
    userId = (await db.row<{ id: number }>(sql`select id from app_user`))!.id
    const sealed = createSecretBox(sourceKey).seal(Buffer.from(inside), 'totp', userId)
    await db.run(
      sql`insert into totp (user_id, secret, enabled_at, last_step) values (${userId}, ${sealed}, now(), 0)`,
    )
    // Opening it is slow on purpose, to stop guessing, and each test opens it again.
    const { setPassphrase } = Encrypter.prototype
    const quick = vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (
      this: Encrypter,
      text,
    ) {
      this.setScryptWorkFactor(10)
      setPassphrase.call(this, text)
    })
    await exportData(db, closed, { passphrase, secretKeys: [sourceKey] }, () => {})
    quick.mockRestore()
  })
  afterAll(() => source.db.run(sql`delete from totp`))

  async function emptyDb() {
    const db = await openEmbeddedTestDb()
    onTestFinished(() => db.close())
    return db
  }
  const take = (db: Db, from: string, more: Partial<ImportOptions> = {}) =>
    importData(db, from, { passphrase, box: own, afterDrop: null, ...more }, () => {})
  const findSecret = (db: Db) => db.row<{ secret: Uint8Array }>(sql`select secret from totp`)

  test('includes its key, and is sealed with the key of its destination', async () => {
    const db = await emptyDb()
    await take(db, closed)
    const { secret } = (await findSecret(db))!
    expect(own.open(secret, 'totp', userId).toString()).toBe(inside)
  })

  test('exposes nothing, and is readable by its owner only', () => {
    const bytes = readFileSync(closed)
    expect(bytes.toString('latin1').startsWith('age-encryption.org/v1\n-> scrypt ')).toBe(true)
    expect(statSync(closed).mode & 0o777).toBe(0o600)
    // Any compressed text would begin like this.
    expect(bytes.includes(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))).toBe(false)
  })

  test('opens with its passphrase only', async () => {
    const db = await emptyDb()
    const wrong = take(db, closed, { passphrase: 'four words and a comma.' })
    await expect(wrong).rejects.toThrow('not the passphrase')
    expect(await isEncrypted(closed)).toBe(true)
    expect(await isEncrypted(file)).toBe(false)
  })

  test('that was changed or truncated anywhere leaves nothing behind', async () => {
    const db = await emptyDb()
    const bytes = readFileSync(closed)
    const bad = join(folder, 'bad-closed.data')
    const changed = (at: number) => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      return copy
    }
    for (const broken of [
      changed(bytes.length - 5),
      changed(Math.floor(bytes.length / 2)),
      bytes.subarray(0, bytes.length - 20),
      bytes.subarray(0, Math.floor(bytes.length / 2)),
    ]) {
      writeFileSync(bad, broken)
      await expect(take(db, bad)).rejects.toThrow(/cannot be read/)
      expect(await db.row(sql`select count(*) as rows from app_user`)).toEqual({ rows: 0 })
    }
  })

  test('is the only kind with the key: without it the secrets need theirs, or are discarded', async () => {
    const open = join(folder, 'open.data')
    await exportData(source.db, open, null, () => {})
    const db = await emptyDb()
    await expect(take(db, open, plain)).rejects.toThrow(/^1 secrets in the file .*SECRET_KEY_OLD/)
    expect(await db.row(sql`select count(*) as rows from app_user`)).toEqual({ rows: 0 })
    await take(db, open, { ...plain, box: createSecretBox(ownKey, [sourceKey]) })
    expect(own.open((await findSecret(db))!.secret, 'totp', userId).toString()).toBe(inside)
    const other = await emptyDb()
    await take(other, open, { ...plain, afterDrop: async () => {} })
    expect(await findSecret(other)).toBeUndefined()
  })
})

test('a file of an older version is loaded into a database of that version, which is then migrated', async () => {
  const older = listMigrations().slice(0, -1)
  const from = await openUnmigratedTestDb()
  const into = await openUnmigratedTestDb()
  onTestFinished(async () => {
    await from.close()
    await into.close()
  })
  await migrate(from.db, { only: older })
  await insertUser(from.db, 'old@test.si', 'ROLE_USER_BASIC')
  const old = join(folder, 'old.data')
  await exportData(from.db, old, null, () => {})
  const { migrations } = await readHeader(old, null)
  expect(migrations).toEqual(older)
  await migrate(into.db, { only: migrations })
  await importData(into.db, old, plain, () => {})
  expect(await migrate(into.db)).toEqual(listMigrations().slice(-1))
  expect(await into.db.row(sql`select email from app_user`)).toEqual({ email: 'old@test.si' })
})
