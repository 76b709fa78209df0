import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openUnmigratedTestDb } from '../../testing/test-db.ts'
import { MigrationError, migrate } from './migrate.ts'
import { sql } from './sql.ts'

const released = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
let database: Awaited<ReturnType<typeof openUnmigratedTestDb>>
let appliedFirst: string[]
let folder: string

beforeAll(async () => {
  database = await openUnmigratedTestDb()
  appliedFirst = await migrate(database.db)
})
afterAll(() => database.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ohmstead-migrations-'))
  cpSync(released, folder, { recursive: true })
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.db.script(`delete from migration where name like '9999-%';
    drop table if exists next_one; drop function if exists next_two;`)
})

const checksums = () =>
  database.db.rows<{ name: string; checksum: string | null }>(
    sql`select name, checksum from migration order by name`,
  )
const lastName = () => readdirSync(folder).sort().at(-1)!

describe('migrations', () => {
  test('are applied once, and each is identified by its content', async () => {
    expect(appliedFirst).toEqual(readdirSync(folder).sort())
    expect(await migrate(database.db, { directory: folder })).toEqual([])
    const kept = await checksums()
    expect(kept.map(({ name }) => name)).toEqual(readdirSync(folder).sort())
    for (const { checksum } of kept) expect(checksum).toMatch(/^[0-9a-f]{64}$/)
  })

  test('refuse a database migrated by a newer version, and name the unknown migrations', async () => {
    await database.db.run(sql`insert into migration (name) values ('9999-future.sql')`)
    const refused = migrate(database.db, { directory: folder })
    await expect(refused).rejects.toThrow(MigrationError)
    await expect(refused).rejects.toThrow(
      /^The database was used by a newer version: .*9999-future\.sql[^\n]*$/,
    )
  })

  test('refuse a file that was changed after it was applied, before applying anything new', async () => {
    writeFileSync(join(folder, '9999-next.sql'), 'create table next_one (id integer);')
    const changed = join(folder, '0003-countries.sql')
    writeFileSync(changed, `${readFileSync(changed, 'utf8')}\ndelete from country;\n`)
    await expect(migrate(database.db, { directory: folder })).rejects.toThrow('0003-countries.sql')
    expect(await database.db.row(sql`select to_regclass('next_one') as found`)).toEqual({ found: null })
  })

  test('accept a file with line endings of another system', async () => {
    const path = join(folder, lastName())
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'))
    expect(await migrate(database.db, { directory: folder })).toEqual([])
  })

  test('add missing checksums to an older database and check them from then on', async () => {
    const kept = await checksums()
    await database.db.script('alter table migration drop column checksum')
    expect(await migrate(database.db, { directory: folder })).toEqual([])
    expect(await checksums()).toEqual(kept)
  })

  test('run a file as a whole: several statements, a body with semicolons, a comment at its end', async () => {
    writeFileSync(
      join(folder, '9999-next.sql'),
      `create table next_one (id integer); insert into next_one values (1);
       create function next_two() returns integer language plpgsql as $body$
       begin
         perform 1; -- a semicolon; and more
         return 2;
       end $body$;
       insert into next_one values (next_two()) -- without a semicolon`,
    )
    expect(await migrate(database.db, { directory: folder })).toEqual(['9999-next.sql'])
    expect(await database.db.rows(sql`select id from next_one order by id`)).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('roll back a failed file completely', async () => {
    writeFileSync(join(folder, '9999-next.sql'), 'create table next_one (id integer);\nselect 1 / 0;')
    await expect(migrate(database.db, { directory: folder })).rejects.toThrow('division by zero')
    expect(await database.db.row(sql`select to_regclass('next_one') as found`)).toEqual({ found: null })
    expect((await checksums()).map(({ name }) => name)).not.toContain('9999-next.sql')
  })
})
