import { setTimeout } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { takeDueBudgets } from './budget-queries.ts'
import { judgeBudgets } from './judge-budgets.ts'

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
    await judgeBudgets(deps, db, ids, { now, signal })
    done += ids.length
    await setTimeout((performance.now() - begin) * restShare, undefined, { signal })
  }
  return done
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
