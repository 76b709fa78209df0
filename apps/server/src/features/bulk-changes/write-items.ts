import type { Db } from '../../platform/db/db.ts'
import { type CellValue, writeCommaSeparated } from '../calculations/documents/spreadsheet.ts'
import { findItems } from './bulk-item-queries.ts'

const rowsAtOnce = 1000

/** What became of each item, for programs as well; a thousand rows at once. */
export async function* writeItems(db: Db, changeId: number): AsyncGenerator<string, undefined> {
  yield writeCommaSeparated([['locationId', 'locationName', 'outcome', 'reason', 'undone', 'at']])
  let after: number | null = null
  for (;;) {
    const items = await findItems(db, changeId, { outcome: null, after, limit: rowsAtOnce })
    const lines = items.map(({ location, outcome, reason, undone, at }): CellValue[] => [
      ...[location.id, location.name, outcome, reason],
      ...[undone ? 'true' : 'false', at && new Date(at).toISOString()],
    ])
    // Each piece has the mark that only the first may have.
    if (lines.length > 0) yield `\r\n${writeCommaSeparated(lines).replace('\uFEFF', '')}`
    after = items.at(-1)?.position ?? null
    if (items.length < rowsAtOnce) return
  }
}
