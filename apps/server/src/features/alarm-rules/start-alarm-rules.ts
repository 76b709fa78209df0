import type { Deps } from '../../deps.ts'
import { createRuleEvaluation } from './evaluate-rules.ts'
import { takeTurn } from './rule-state-queries.ts'

const everyMs = 60_000
/** A timer is never exact; a minute must not be left out for a moment too early. */
const slackMs = 5000

/** Evaluates all rules once a minute, in whichever process is first. */
export function startAlarmRules({ db: anyDb, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): {
  close(): Promise<void>
} {
  const db = anyDb.at('job')
  const evaluation = createRuleEvaluation()
  let isClosed = false
  const look = async () => {
    try {
      const now = clock.now()
      if (!isClosed && (await takeTurn(db, now, everyMs - slackMs))) await evaluation.evaluate(db, now)
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'alarm rules could not be evaluated')
    }
  }
  let running = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    // A look that takes longer than a minute is not followed by another one at once.
    if (isRunning) return
    isRunning = true
    running = look().finally(() => {
      isRunning = false
    })
  }, everyMs)
  timer.unref()
  return {
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
