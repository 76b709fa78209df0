import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { type Sql, sql } from '../../apps/server/src/platform/db/sql.ts'

/** A node of a plan, as `explain (format json)` writes it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/**
 * The planner chooses by the size of a table. A test's has a few rows: after this it believes that each of these has a
 * million, spread over values as the rows are that are there, and their partitions as well.
 */
export async function pretendMillions(db: Db, small: readonly string[]): Promise<void> {
  await db.script('analyze')
  await db.run(sql`
    update pg_class c set reltuples = 1000000, relpages = greatest(1, pg_relation_size(c.oid) / 8192)
    from pg_namespace n
    where n.oid = c.relnamespace and n.nspname = 'public' and c.relkind in ('r', 'i')
      and not coalesce((select t.relname from pg_index i join pg_class t on t.oid = i.indrelid where i.indexrelid = c.oid),
        c.relname) = any(${small}::text[])`)
}

/** The tables that a statement reads from end to end, instead of by an index. */
export async function findScans(db: Db, statement: Sql): Promise<string[]> {
  const rows = await db.transaction(async (tx) => {
    // Of a table without rows the planner knows that it is empty: there only the lack of an index shows.
    await tx.run(sql`set local enable_seqscan = off`)
    return tx.rows<{ 'QUERY PLAN': unknown }>({
      ...statement,
      text: `explain (format json) ${statement.text}`,
    })
  })
  const plan = rows[0]!['QUERY PLAN']
  const [{ Plan }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: PlanNode }]
  const found = new Set<string>()
  const visit = (node: PlanNode) => {
    if (node['Node Type'] === 'Seq Scan') found.add(tableOf(node['Relation Name']!))
    for (const inner of node.Plans ?? []) visit(inner)
  }
  visit(Plan)
  return [...found].sort()
}

/** A partition counts as its table. */
const tableOf = (name: string) => name.replace(/_\d{4}_\d{2}$/, '')
