import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maintainPartitions } from '../../../features/telemetry/partitions.ts'
import { openEmbeddedTestDb, openTestDb } from '../../../testing/test-db.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../../testing/test-world.ts'
import { sql } from '../sql.ts'
import { exportData } from './export-data.ts'
import { importData } from './import-data.ts'
import { findTables, sumTable } from './table-shape.ts'

const now = Date.UTC(2026, 5, 1)
const folder = mkdtempSync(join(tmpdir(), 'transfer-'))
const file = join(folder, 'all.data')
let source: Awaited<ReturnType<typeof openTestDb>>
let homeId: number

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
    insert into energy_hour (location_id, series_id, hour, s0, s11, total)
    select ${homeId}, 1, '2025-06-01'::timestamptz + i * interval '1 hour', 9007199254740993, null, i from generate_series(0, 999) i`)
  await exportData(db, file, () => {})
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

// Where the tests have a PostgreSQL the source lies there, so that both directions are gone.
const targets = ['the embedded database', ...(process.env.TEST_DATABASE_URL ? ['PostgreSQL'] : [])]

test.each(targets)('everything arrives in %s exactly, and the next ids are new ones', async (target) => {
  const other = target === 'PostgreSQL' ? await openTestDb() : null
  const db = other?.db ?? (await openEmbeddedTestDb())
  const progress: string[] = []
  await importData(db, file, ({ table }) => progress.push(table))
  for (const table of await findTables(source.db)) {
    expect(await sumTable(db, table), table.name).toEqual(await sumTable(source.db, table))
  }
  const row = await db.row<{ hash: Uint8Array; exact: string; at: string }>(sql`
    select mqtt_password_hash as hash, (select s0::text from energy_hour limit 1) as exact, online_changed_at::text as at from controller`)
  expect([...row!.hash]).toEqual([0, 255, 10, 92])
  expect(row).toMatchObject({ exact: '9007199254740993', at: '2026-01-01 00:00:00.123456+00' })
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

test('a second import finds the database full and changes nothing', async () => {
  const db = await openEmbeddedTestDb()
  await importData(db, file, () => {})
  await expect(importData(db, file, () => {})).rejects.toThrow('not empty')
  expect(await db.row(sql`select count(*) as rows from company`)).toEqual({ rows: 1 })
  await db.close()
})

test('rows that were changed on the way are noticed, and nothing stays', async () => {
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
      importData(db, bad, () => {}),
      message,
    ).rejects.toThrow(message)
    expect(await db.row(sql`select count(*) as rows from app_user`)).toEqual({ rows: 0 })
  }
  writeFileSync(bad, 'plain text')
  await expect(importData(db, bad, () => {})).rejects.toThrow('cannot be read')
  await expect(importData(db, join(folder, 'none'), () => {})).rejects.toThrow('does not exist')
  await importData(db, file, () => {})
  await db.close()
})

test('an export does not write over a file', async () => {
  await expect(exportData(source.db, file, () => {})).rejects.toThrow('exists already')
})
