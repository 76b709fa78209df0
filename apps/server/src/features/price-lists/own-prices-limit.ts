import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PriceOwner } from './price-owner.ts'

/** Of one person's own price lists, and of their rate plans; companies have as many as they need. */
const most = 300

/** After one was added in the same transaction. Throws if somebody has more lists than anybody needs. */
export async function refuseTooManyLists(tx: Queryable, { userId }: PriceOwner): Promise<void> {
  if (userId === null) return
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from price_list where user_id = ${userId}`)
  if (row!.count > most) throw new AppError('too_many_price_lists')
}

/** The same of plans. */
export async function refuseTooManyPlans(tx: Queryable, { userId }: PriceOwner): Promise<void> {
  if (userId === null) return
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from rate_plan where user_id = ${userId}`)
  if (row!.count > most) throw new AppError('too_many_rate_plans')
}
