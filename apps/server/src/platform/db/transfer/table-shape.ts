import type { Queryable } from '../db.ts'
import { rawSql, sql } from '../sql.ts'

/** A table's shape, which must be the same in both databases to transfer rows. */
export interface TableShape {
  name: string
  columns: { name: string; type: string }[]
  partitions: Partition[]
}

export interface Partition {
  name: string
  /** `FOR VALUES FROM ('…') TO ('…')`. */
  bound: string
  fillfactor: number | null
}

/** What belongs to one running installation and not to its data, or follows from it. */
const left = [
  'migration',
  'sealing_key',
  'link_slot',
  'link_process',
  'alarm_rule_turn',
  'write_probe',
  'sample_retention',
  'sample_pack_age',
  // They follow from other tables.
  'controller_search',
  'device_search',
]

/** Every table with data, by name; partitions are listed with their table. Columns that follow from others are left out. */
export async function findTables(db: Queryable): Promise<TableShape[]> {
  return db.rows<TableShape>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid),
          'fillfactor', (select substr(option, 12)::int from unnest(p.reloptions) option where option like 'fillfactor=%'))
          order by p.relname), '[]')
        from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) as partitions
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not c.relname = any(${left}::text[])
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`)
}

export interface SequenceState {
  table: string
  column: string
  last: number
  isCalled: boolean
}

/** The position of every identity, so that no number is assigned twice. */
export async function findSequences(db: Queryable, tables: readonly TableShape[]): Promise<SequenceState[]> {
  const identities = await db.rows<{ table: string; column: string; sequence: string }>(sql`
    select c.relname as "table", a.attname as "column", pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.relname = any(${tables.map((table) => table.name)}::text[])
    order by 1`)
  const states: SequenceState[] = []
  for (const { table, column, sequence } of identities) {
    const state = await db.row<{ last: number; isCalled: boolean }>(
      rawSql(`select last_value as last, is_called as "isCalled" from ${sequence}`),
    )
    states.push({ table, column, ...state! })
  }
  return states
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A row as JSON of its columns' texts, which are exact and the same in every version of the database. */
export const rowText = ({ columns }: TableShape) =>
  `jsonb_build_array(${columns.map((column) => `${quoted(column.name)}::text`).join(', ')})::text`

export interface TableSum {
  rows: number
  /** The sum of the rows' hashes: the same for the same rows in any order. */
  checksum: string
}

export async function sumTable(db: Queryable, table: TableShape): Promise<TableSum> {
  const sum = await db.row<TableSum>(
    rawSql(`select count(*) as rows, coalesce(sum(('x' || substr(md5(${rowText(table)}), 1, 15))::bit(60)::bigint), 0)::text as checksum
      from ${quoted(table.name)}`),
  )
  return sum!
}

export async function findAppliedMigrations(db: Queryable): Promise<string[]> {
  return (await db.rows<{ name: string }>(sql`select name from migration order by name`)).map(
    (row) => row.name,
  )
}
