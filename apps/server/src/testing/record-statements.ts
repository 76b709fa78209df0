import type { Db, Queryable } from '../platform/db/db.ts'
import type { Sql } from '../platform/db/sql.ts'

/** The same database, which first tells `note` of every statement but scripts. */
export function recordStatements(db: Db, note: (statement: Sql) => void): Db {
  return {
    ...db,
    ...recorded(db, note),
    at: (priority) => recordStatements(db.at(priority), note),
    transaction: (work, options) =>
      db.transaction((tx) => work({ ...recorded(tx, note), script: tx.script }), options),
  }
}

function recorded(of: Queryable, note: (statement: Sql) => void): Queryable {
  const noted = (statement: Sql) => {
    note(statement)
    return statement
  }
  return {
    rows: (statement) => of.rows(noted(statement)),
    row: (statement) => of.row(noted(statement)),
    run: (statement) => of.run(noted(statement)),
  }
}
