import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { findLatest } from '../telemetry/latest-queries.ts'
import { type Judged, judgeLocations, lookAtLocations } from './judge-locations.ts'
import { raiseAndClear } from './raise-and-clear.ts'
import { findRuleCover, type RuleCover } from './rule-cover.ts'
import { deleteStates, findStates, findWatchedDevices, holdRules, saveStates } from './rule-state-queries.ts'
import { createSeriesLooks, isSeriesKind, type SeriesLooks } from './series-looks.ts'

/** So many are read at once: others wait for no more than a few milliseconds. */
const locationsAtOnce = 250

export interface RuleEvaluation {
  /** Judges all rules by what is known now. */
  evaluate(db: Db, now: number): Promise<void>
}

/**
 * Evaluates all rules in a few queries per hundreds of locations, whatever the number of rules. What is remembered is in the
 * database, so that any process may go on; alarms follow from it, and are put right where they differ.
 */
export function createRuleEvaluation(): RuleEvaluation {
  const series = createSeriesLooks()
  return {
    evaluate: async (db, now) => {
      const cover = await findRuleCover(db)
      const ids = [...cover.byLocation.keys()].sort((a, b) => a - b)
      await series.begin(db, cover, now)
      for (let at = 0; at < ids.length; at += locationsAtOnce) {
        const some = ids.slice(at, at + locationsAtOnce)
        await judgeNewest(db, cover, some, now)
        await judgeSeries(db, cover, some, series)
        await nextTurn()
      }
      series.end()
      await raiseAndClear(db, cover, { now, countCompared: series.countCompared })
    },
  }
}

async function judgeNewest(db: Db, cover: RuleCover, ids: readonly number[], now: number): Promise<void> {
  const [latest, devices, states] = [
    await findLatest(db, ids),
    await findWatchedDevices(db, ids),
    await findStates(db, ids),
  ]
  const isOfSeries = (ruleId: number) => isSeriesKind(cover.rules.get(ruleId)?.terms.kind)
  const seen = lookAtLocations(ids, cover.byLocation, { devices, latest }, now)
  const judged = judgeLocations(seen, states, { isComplete: (ruleId) => !isOfSeries(ruleId) })
  await save(db, cover, judged)
}

async function judgeSeries(
  db: Db,
  cover: RuleCover,
  ids: readonly number[],
  series: SeriesLooks,
): Promise<void> {
  const seen = await series.lookAt(db, ids, cover)
  if (seen.length === 0) return
  const states = await findStates(db, [...new Set(seen.map(({ locationId }) => locationId))])
  await save(db, cover, judgeLocations(seen, states, { isComplete: () => false }))
}

/** What another process or a person changed meanwhile stays as they left it. */
async function save(db: Db, cover: RuleCover, { saved, deleted }: Judged): Promise<void> {
  if (saved.length === 0 && deleted.length === 0) return
  const rules = [...new Set(saved.map(({ ruleId }) => ruleId))].flatMap((id) => {
    const rule = cover.rules.get(id)
    return rule ? [rule] : []
  })
  await db.transaction(
    async (tx: Queryable) => {
      const held = await holdRules(tx, rules)
      await saveStates(
        tx,
        saved.filter(({ ruleId }) => held.has(ruleId)),
      )
      // Those of rules that are gone have no use.
      await deleteStates(tx, deleted)
    },
    { priority: 'job' },
  )
}
