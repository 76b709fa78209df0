import { judgeBudget } from '@ohmstead/domain/alarms/budget-rules'
import { dayAt } from '@ohmstead/domain/time/days'
import type { Deps } from '../../deps.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../link/link-notices.ts'
import { findPricedLocations, type PricedLocationRow } from '../location-pricing/location-pricing-queries.ts'
import type { ForecastAnswer } from '../location-pricing/pricing-task.ts'
import { clearBudgetAlarms, raiseBudgetAlarm } from './budget-alarm-queries.ts'
import { type BudgetRow, findBudgets, holdBudget } from './budget-queries.ts'
import { monthAgainstBudget } from './money-view.ts'
import { readHomes } from './read-homes.ts'

export interface Judging {
  now: number
  signal: AbortSignal
}

/** Nobody waits for it: people's questions go first. */
const nobody = 0

/** Compares the month of locations with their budgets, and raises and clears alarms. */
export async function judgeBudgets(
  { calculator }: Pick<Deps, 'calculator'>,
  db: Db,
  locationIds: readonly number[],
  { now, signal }: Judging,
): Promise<void> {
  const budgets = new Map((await findBudgets(db, locationIds)).map((budget) => [budget.location_id, budget]))
  const rows = (await findPricedLocations(db, locationIds)).filter(({ location_id }) =>
    budgets.has(location_id),
  )
  const homes = await readHomes(
    db,
    rows.filter(({ plan }) => plan !== null),
    now,
  )
  const answers = await calculator.price(
    { kind: 'forecasts', homes: homes.map(({ home }) => home) },
    { person: nobody, urgency: 'job', signal },
  )
  const answerOf = new Map(homes.map(({ row }, place) => [row.location_id, answers[place]!]))
  await db.transaction(
    async (tx) => {
      const changed: number[] = []
      for (const row of rows) {
        const budget = budgets.get(row.location_id)!
        if (await judgeOne(tx, row, budget, answerOf.get(row.location_id), now)) changed.push(row.location_id)
      }
      if (changed.length > 0) await notifyLive(tx, { t: 'alarms', l: changed })
    },
    { priority: 'job' },
  )
}

/** Returns whether an alarm began or ended. */
async function judgeOne(
  tx: Queryable,
  { location_id: locationId, time_zone }: PricedLocationRow,
  budget: BudgetRow,
  answer: ForecastAnswer | undefined,
  now: number,
): Promise<boolean> {
  // Another one since it was read: it is judged next.
  if (!(await holdBudget(tx, budget))) return false
  const month = answer?.month ?? dayAt(now, time_zone).slice(0, 7)
  const of = { locationId, code: `${month}/${budget.version}`, setAt: budget.set_at, at: now }
  const isComparable = answer !== undefined && answer.currency === budget.currency
  const { raise, clear } = isComparable
    ? judgeBudget(budget.amount, monthAgainstBudget(answer))
    : { raise: [], clear: [] }
  let isChanged = await clearBudgetAlarms(tx, clear, of)
  for (const type of raise) if (await raiseBudgetAlarm(tx, type, of)) isChanged = true
  return isChanged
}
