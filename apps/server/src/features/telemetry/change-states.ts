import type { Db, Queryable } from '../../platform/db/db.ts'
import { isRetryable, isUniqueViolation } from '../../platform/db/db-error.ts'
import { takeTurn } from './take-turn.ts'
import { StaleStateError } from './telemetry-state.ts'

const attempts = 5

/** Runs a transaction that changes states of controllers of one location, again if readings came in between. */
export async function changeStates<Result>(
  db: Db,
  locationId: number,
  work: (tx: Queryable) => Promise<Result>,
  options?: { priority: 'job' },
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        if (db.kind === 'postgres') await takeTurn(tx, [locationId], true)
        return work(tx)
      }, options)
    } catch (error) {
      const met = error instanceof StaleStateError || isRetryable(error) || isUniqueViolation(error)
      if (attempt === attempts || !met) throw error
    }
  }
}
