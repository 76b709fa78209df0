import type { Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDb } from '../platform/db/open-db.ts'
import { rawSql, sql } from '../platform/db/sql.ts'
import { calculateMigrationsKey } from './migrations-key.ts'

const found = new Map<string, Promise<string | null>>()

/**
 * The migrated, empty database on `server` that tests copy, in a fraction of the time of migrating.
 * Null on a cluster, whose other machines a copy would not reach.
 */
export function findPostgresTemplate(server: string): Promise<string | null> {
  const template = found.get(server) ?? makeUnlessThere(server)
  found.set(server, template)
  return template
}

async function makeUnlessThere(server: string): Promise<string | null> {
  const admin = (await openDb({ databaseUrl: server, dataDir: null })).at('job')
  const locked = (await openDb({ databaseUrl: server, dataDir: null })).at('job')
  try {
    if (await admin.row(sql`select 1 from pg_available_extensions where name = 'citus'`)) return null
    const name = `ohmstead_template_${calculateMigrationsKey()}`
    // Other test files, and other runs on the same server, ask at the same moment.
    await locked.transaction(async (tx) => {
      await tx.row(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
      if (!(await admin.row(sql`select 1 from pg_database where datname = ${name}`))) {
        await removeOldTemplates(admin)
        await makeTemplate(server, admin, name)
      }
      await admin.run(rawSql(`comment on database ${name} is '${new Date().toISOString()}'`))
    })
    return name
  } finally {
    await locked.close()
    await admin.close()
  }
}

/** Templates of earlier code that no run has used within a day. */
async function removeOldTemplates(admin: Db): Promise<void> {
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString()
  const old = await admin.rows<{ name: string }>(sql`
    select datname as name from pg_database
    where datname like 'ohmstead\\_template\\_%' and shobj_description(oid, 'pg_database') < ${dayAgo}`)
  for (const { name } of old) await admin.run(rawSql(`drop database if exists ${name}`))
}

/** It is renamed at the end: a half-finished one is never copied. */
async function makeTemplate(server: string, admin: Db, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`
  await admin.run(rawSql(`drop database if exists ${unfinished} with (force)`))
  await admin.run(rawSql(`create database ${unfinished}`))
  const db = await openDb({ databaseUrl: databaseAddress(server, unfinished), dataDir: null })
  await migrate(db)
  await db.close()
  await admin.run(rawSql(`alter database ${unfinished} rename to ${name}`))
}

export function databaseAddress(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}
