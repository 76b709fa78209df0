import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyEmbeddedDatabase } from '../../testing/embedded-snapshot.ts'
import { openEmbeddedTestDb, openTestDb } from '../../testing/test-db.ts'
import type { Db, Priority } from './db.ts'
import { DbError, isUniqueViolation } from './db-error.ts'
import { openEmbeddedDb } from './embedded-db.ts'
import { migrate } from './migrate.ts'
import { openDb } from './open-db.ts'
import { rawSql, sql } from './sql.ts'

/** Opened as by a server: the embedded one in a separate thread. */
async function openAsServer(): Promise<{ db: Db; close: () => Promise<void> }> {
  if (process.env.TEST_DATABASE_URL) return openTestDb()
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-'))
  await copyEmbeddedDatabase(folder)
  const db = await openEmbeddedDb(folder)
  const close = async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  }
  return { db, close }
}

describe('the database', () => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await openAsServer())
    await db.script('create table note (id integer primary key, text text unique)')
  })
  afterAll(() => close())

  test('returns the same kinds of values in both forms', async () => {
    const row = await db.row(sql`
      select 9007199254740991::int8 as count, timestamptz '2026-03-29 01:00:00.5+00' as at, date '2026-03-29' as day,
        ${JSON.stringify({ a: [1] })}::jsonb as json, ${[1, 2]}::int[] as list, null::text as nothing`)
    expect(row).toEqual({
      count: 9007199254740991,
      at: Date.parse('2026-03-29T01:00:00.500Z'),
      day: '2026-03-29',
      json: { a: [1] },
      list: [1, 2],
      nothing: null,
    })
  })

  test('takes statements of a batch without waiting for each: the first error counts, and nothing of them stays', async () => {
    const results: PromiseSettledResult<number>[] = []
    const add = (text: string) => sql`insert into note (id, text) values (${text.length}, ${text})`
    const work = db.transaction(
      async (tx) => {
        results.push(...(await Promise.allSettled(['a', 'bb', 'cc', 'ddd'].map((text) => tx.run(add(text))))))
        throw (results.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason
      },
      { priority: 'ingest' },
    )
    await expect(work.catch((error) => isUniqueViolation(error))).resolves.toBe(true)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(await db.at('ingest').rows(sql`select 1 from note where id <= 3`)).toEqual([])
    const sums = [1, 2, 3].map((n) => db.at('ingest').row(sql`select ${n}::int as n`))
    expect(await Promise.all(sums)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  test('stores and returns bytes unchanged, including a slice of a larger buffer', async () => {
    const all = Uint8Array.from({ length: 600 }, (_, at) => at % 256)
    const { bytes, part, none, nothing } = (await db.row<Record<string, Uint8Array | null>>(sql`
      select ${all}::bytea as bytes, ${all.subarray(40, 300)}::bytea as part, ${new Uint8Array()}::bytea as none,
        ${null}::bytea as nothing`))!
    expect(Buffer.compare(bytes!, all)).toBe(0)
    expect(Buffer.compare(part!, all.subarray(40, 300))).toBe(0)
    expect(none).toHaveLength(0)
    expect(nothing).toBe(null)
    const size = await db.row(sql`select length(${Buffer.from(all)}::bytea) as length`)
    expect(size).toEqual({ length: 600 })
  })

  test('uses UTC for instants, and does not JIT-compile queries', async () => {
    const { zone, jit } = (await db.row<{ zone: string; jit: string }>(
      sql`select current_setting('timezone') as zone, current_setting('jit') as jit`,
    ))!
    expect(zone).toMatch(/^(UTC|GMT)$/)
    if (db.kind === 'postgres') expect(jit).toBe('off')
  })

  test('a failed transaction leaves nothing behind', async () => {
    const work = db.transaction(async (tx) => {
      await tx.run(sql`insert into note values (1, 'one')`)
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await db.rows(sql`select * from note`)).toEqual([])
  })

  test('a refused statement reports its code and constraint', async () => {
    await db.run(sql`insert into note values (2, 'two')`)
    const again = db.run(sql`insert into note values (3, 'two')`)
    await expect(again).rejects.toBeInstanceOf(DbError)
    await again.catch((error) => expect(isUniqueViolation(error, 'note_text_key')).toBe(true))
  })

  test('a repeated query works after a failed transaction, a refusal and a change of its table', async () => {
    const find = () => db.row(sql`select * from changing`)
    await db.script('create table changing (id integer); insert into changing values (1)')
    expect(await find()).toEqual({ id: 1 })
    const failed = db.transaction(async (tx) => {
      await tx.row(sql`select id + 1 as next from changing`)
      await tx.row(sql`select 1 / ${0}::int`)
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    expect(await find()).toEqual({ id: 1 })
    expect(await db.row(sql`select id + 1 as next from changing`)).toEqual({ next: 2 })
    expect(await db.row(sql`select 1 / ${1}::int as one`)).toEqual({ one: 1 })
    await db.script(`alter table changing add column name text default 'new'`)
    expect(await find()).toEqual({ id: 1, name: 'new' })
    await db.script('drop table changing')
    await expect(find()).rejects.toMatchObject({ code: '42P01' })
  })

  test('a query that bypasses its transaction throws instead of deadlocking', async () => {
    await expect(db.transaction(() => db.rows(sql`select 1`))).rejects.toThrow(/use tx/)
    expect(await db.row(sql`select 1 as still`)).toEqual({ still: 1 })
  })

  test('a notification reaches its listener once it is committed', async () => {
    const heard = Promise.withResolvers<string>()
    const stop = await db.listen('test_channel', heard.resolve)
    await db.run(sql`select pg_notify('test_channel', 'hello')`)
    expect(await heard.promise).toBe('hello')
    await stop()
  })

  test('migrating again changes nothing', async () => {
    expect(await migrate(db)).toEqual([])
  })
})

describe('the embedded database', () => {
  test('runs urgent work first', async () => {
    const db = await openEmbeddedTestDb()
    // Nothing waits long enough here to be promoted.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => clock.mockRestore())
    const order: string[] = []
    const blocker = Promise.withResolvers<void>()
    const first = db.transaction(() => blocker.promise)
    const rest = [
      db
        .at('job')
        .row(sql`select 1`)
        .then(() => order.push('job')),
      db.row(sql`select 1`).then(() => order.push('page')),
      db
        .at('ingest')
        .row(sql`select 1`)
        .then(() => order.push('ingest')),
    ]
    blocker.resolve()
    await Promise.all([first, ...rest])
    expect(order).toEqual(['ingest', 'page', 'job'])
    await db.close()
  })

  test('starves nothing under a flood of urgent work', async () => {
    const db = await openEmbeddedTestDb()
    let isFlooding = true
    const ingest = db.at('ingest')
    const pour = async () => {
      while (isFlooding) await ingest.row(sql`select 1`)
    }
    // Two at a time: whenever one is answered, the other is already waiting.
    const flood = [pour(), pour()]
    expect(await db.at('job').row(sql`select 1 as served`)).toEqual({ served: 1 })
    isFlooding = false
    await Promise.all(flood)
    await db.close()
  })

  test('prepares forgotten statements again, and so keeps a bounded number of them', async () => {
    const db = await openEmbeddedTestDb()
    const ask = (number: number) => db.row(rawSql(`select ${number} as number`))
    for (let number = 0; number < 310; number++) {
      await ask(number)
      await ask(0)
    }
    for (const number of [0, 1, 309]) expect(await ask(number)).toEqual({ number })
    const kept = await db.rows<{ statement: string }>(sql`select statement from pg_prepared_statements`)
    expect(kept.length).toBeLessThanOrEqual(300)
    await db.close()
  })

  test('refuses a second process on the same folder, and keeps what was stored through a kill', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ohmstead-'))
    await copyEmbeddedDatabase(folder)
    const open = new URL('./embedded-db.ts', import.meta.url).href
    const run = (body: string) =>
      spawnSync(
        process.execPath,
        ['--input-type=module', '-e', `const { openEmbeddedDb } = await import('${open}'); ${body}`],
        { encoding: 'utf8' },
      )
    const statement = (text: string) => `{ text: ${JSON.stringify(text)}, params: [] }`

    const killed = run(`const db = await openEmbeddedDb(${JSON.stringify(folder)});
      await db.script('create table kept (id integer)');
      await db.run(${statement('insert into kept values (42)')});
      process.kill(process.pid, 'SIGKILL')`)
    expect([killed.signal, killed.stderr]).toEqual(['SIGKILL', ''])

    const db = await openEmbeddedDb(folder)
    expect(await db.rows(sql`select id from kept`)).toEqual([{ id: 42 }])
    const second = run(`await openEmbeddedDb(${JSON.stringify(folder)})`)
    expect(second.status).toBe(1)
    expect(second.stderr).toMatch(/in use by another Ohmstead process/)
    await db.close()
    rmSync(folder, { recursive: true })
  })
})

test.runIf(process.env.TEST_DATABASE_URL)('opens as many connections as allowed, and no more', async () => {
  const db = await openDb({ databaseUrl: process.env.TEST_DATABASE_URL!, dataDir: null, databasePool: 3 })
  onTestFinished(() => db.close())
  const asked = Array.from({ length: 12 }, () =>
    db.row<{ pid: number }>(sql`select pg_backend_pid() as pid from pg_sleep(0.05)`),
  )
  expect(new Set((await Promise.all(asked)).map((row) => row!.pid)).size).toBe(3)
})

test.runIf(process.env.TEST_DATABASE_URL)('readings and health have their own connections', async () => {
  const db = await openDb({ databaseUrl: process.env.TEST_DATABASE_URL!, dataDir: null, databasePool: 2 })
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let open = 0
  const pages = [1, 2, 3, 4].map(() =>
    db.transaction(async () => {
      if (++open === 2) begun.resolve()
      await end.promise
    }),
  )
  onTestFinished(() => db.close())
  await begun.promise
  for (const priority of ['ingest', 'job', 'watch'] as const)
    expect(await db.at(priority).row(sql`select 1 as served`)).toEqual({ served: 1 })
  end.resolve()
  await Promise.all(pages)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a statement that takes too long fails as retryable, except in a job',
  async () => {
    const db = await openDb({ databaseUrl: process.env.TEST_DATABASE_URL!, dataDir: null })
    onTestFinished(() => db.close())
    const limits = async (priority: Priority) =>
      db
        .at(priority)
        .row(
          sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
        )
    expect(await limits('page')).toEqual({ statement: '30s', lock: '10s' })
    expect(await limits('ingest')).toEqual({ statement: '1min', lock: '15s' })
    expect(await limits('job')).toEqual({ statement: '0', lock: '0' })
    const slow = db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 10`)
      await tx.run(sql`select pg_sleep(60)`)
    })
    await expect(slow).rejects.toMatchObject({ code: '57014', isUnavailable: true })
  },
)
