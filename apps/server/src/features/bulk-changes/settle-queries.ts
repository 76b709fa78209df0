import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** An accepted command that takes longer than this is no longer waited for. */
const longestWorkMs = 5 * 60_000

/** Ends the items whose controllers have answered, or have not in time. Returns how many are still waited for. */
export async function settleSent(
  db: Db,
  change: { id: number; undoes: number | null },
  now: number,
): Promise<number> {
  await db.transaction(async (tx) => {
    const done = await tx.rows<{ undoes_position: number | null }>(sql`
      with answered as (
        select i.position, case when m.state = 'done' then null when m.state in ('failed', 'rejected') then 'rejected'
          else 'no_answer' end as reason
        from bulk_item i left join command m on m.id = i.command_id
        where i.change_id = ${change.id} and i.outcome = 'sent'
          and (m.id is null or m.state not in ('sent', 'accepted')
            or (m.state = 'sent' and m.expires_at < ${new Date(now)})
            or m.expires_at < ${new Date(now - longestWorkMs)})
      )
      update bulk_item i set outcome = case when a.reason is null then 'done' else 'failed' end, reason = a.reason,
        at = ${new Date(now)}
      from answered a where i.change_id = ${change.id} and i.position = a.position
      returning case when i.outcome = 'done' then i.undoes_position end as undoes_position`)
    const undone = done.flatMap(({ undoes_position }) => undoes_position ?? [])
    if (change.undoes !== null && undone.length > 0) await markUndone(tx, change.undoes, undone)
  })
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from bulk_item where change_id = ${change.id} and outcome = 'sent'`,
  )
  return row!.count
}

async function markUndone(tx: Queryable, changeId: number, positions: readonly number[]): Promise<void> {
  await tx.run(
    sql`update bulk_item set undone = true where change_id = ${changeId} and position = any(${positions}::int[])`,
  )
}
