import type { Calculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { judgeDueBudgets } from '../../apps/server/src/features/money/start-budget-checks.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import type { BenchDatabase } from './bench-database.ts'
import type { Figure } from './figure.ts'

const judged = 300

/** The budgets of some homes judged as the server does it, without the rests between turns; given for all of them. */
export async function measureBudgets(
  { db, name }: BenchDatabase,
  { calculator, now, locations }: { calculator: Calculator; now: number; locations: number },
): Promise<Figure> {
  await db.run(sql`
    insert into location_budget (location_id, amount, currency, set_at)
    select id, '5', 'EUR', ${new Date(now)} from location order by id limit ${judged}`)
  const deps = { db, calculator, clock: { now: () => now }, log: console as never }
  const begin = performance.now()
  const done = await judgeDueBudgets(deps, new AbortController().signal, { restShare: 0 })
  const minutes = ((performance.now() - begin) / 60_000) * (locations / judged)
  const alarms = await db.row<{ count: number }>(
    sql`select count(*)::int as count from alarm where type = 'BUDGET_EXCEEDED'`,
  )
  return {
    figure: `budgets of ${locations} locations judged, each with a forecast, ${name}`,
    value: Math.round(minutes * 10) / 10,
    unit: 'min',
    limit: '≤ 10',
    peer: `measured on ${judged}, ${alarms!.count} of them exceeded; every two hours, with rests as long as the work`,
    holds: minutes <= 10 && done === judged && alarms!.count === judged,
  }
}
