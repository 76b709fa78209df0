import type { Queryable } from './db.ts'
import type { Sql } from './sql.ts'

/** The three query functions, over one execute function. */
export function queryable(
  execute: (statement: Sql) => Promise<{ rows: object[]; count: number }>,
): Queryable {
  return {
    rows: async <Row extends object>(statement: Sql) => (await execute(statement)).rows as Row[],
    row: async <Row extends object>(statement: Sql) => (await execute(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await execute(statement)).count,
  }
}
