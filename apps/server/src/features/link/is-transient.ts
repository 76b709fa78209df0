import { DbError } from '../../platform/db/db-error.ts'
import { StaleStateError } from '../telemetry/telemetry-state.ts'

/**
 * Whether the same work may succeed later: everything except the database's objection to the content itself (values out
 * of range, limits, rules). A missing partition or column is the operator's to fix, and until then
 * the readings wait where they are safe.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof StaleStateError) return true
  if (!(error instanceof DbError)) return false
  const { code = '', constraint } = error
  const isMissingPartition = code === '23514' && !constraint
  return isMissingPartition || !/^(22|23|54)/.test(code)
}
