import { setTimeout } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { takeDueBudgets } from './budget-queries.ts'
import { type Judging, judgeBudgets } from './judge-budgets.ts'

type Needed = Pick<Deps, 'db' | 'calculator' | 'clock' | 'log'>

const lookEveryMs = 5 * 60_000
/** A bill grows by the quarter-hour, what is drawn hardly within a day. */
const judgeEveryMs = 2 * 3_600_000
/** So many are drawn in one turn of a thread, which people's questions wait for. */
const atOnce = 10
/** Judges all budgets that are due; any process takes some of them. Between two turns the work rests. */
export async function judgeDueBudgets(
  deps: Needed,
  signal: AbortSignal,
  // Readings that arrive meanwhile need the same processors.
  { restShare = 1 } = {},
): Promise<number> {
  const { clock } = deps
  const db = deps.db.at('job')
  let done = 0
  while (!signal.aborted) {
    const begin = performance.now()
    const now = clock.now()
    const ids = await takeDueBudgets(db, { since: now - judgeEveryMs, now, limit: atOnce })
    if (ids.length === 0) break
    await judgeEach(deps, db, ids, { now, signal })
    done += ids.length
    await setTimeout((performance.now() - begin) * restShare, undefined, { signal })
  }
  return done
}

/** One home that cannot be judged keeps no other from it: where several fail together, each is judged by itself. */
async function judgeEach(deps: Needed, db: Db, ids: readonly number[], judging: Judging): Promise<void> {
  try {
    await judgeBudgets(deps, db, ids, judging)
  } catch (error) {
    if (judging.signal.aborted) throw error
    if (ids.length === 1) deps.log.error({ err: error, locationId: ids[0] }, 'a budget could not be judged')
    else for (const id of ids) await judgeEach(deps, db, [id], judging)
  }
}

/** Looks for budgets that are due every few minutes. */
export function startBudgetChecks(deps: Needed): { close(): Promise<void> } {
  const closing = new AbortController()
  const look = async () => {
    await judgeDueBudgets(deps, closing.signal).catch((error) => {
      if (!closing.signal.aborted) deps.log.error({ err: error }, 'budgets could not be judged')
    })
  }
  let running = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, lookEveryMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}
