import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Db } from './db.ts'
import { rawSql, sql } from './sql.ts'

const directory = fileURLToPath(new URL('../../db/migrations/', import.meta.url))

/** Applies what is missing, each file in a transaction of its own. Safe with several processes starting at once. */
export async function migrate(db: Db): Promise<string[]> {
  await db.script(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
  const applied: string[] = []
  for (const name of readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    const statements = splitStatements(readFileSync(`${directory}${name}`, 'utf8'))
    await db.transaction(async (tx) => {
      await tx.run(sql`lock table migration in exclusive mode`)
      if (await tx.row(sql`select 1 from migration where name = ${name}`)) return
      for (const statement of statements) await tx.run(rawSql(statement))
      await tx.run(sql`insert into migration (name) values (${name})`)
      applied.push(name)
    })
  }
  return applied
}

/** Our migrations separate statements by a line that ends with a semicolon, and keep function bodies on `$$` lines. */
function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  let inBody = false
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('--') && current.trim() === '') continue
    current += `${line}\n`
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) inBody = !inBody
    if (!inBody && line.trimEnd().endsWith(';')) {
      statements.push(current)
      current = ''
    }
  }
  if (current.trim()) statements.push(current)
  return statements
}
