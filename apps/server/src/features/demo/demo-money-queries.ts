import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Whether investments and sharing groups of the demo still have to be created: deleted ones do not come back. */
export async function claimDemoMoney(tx: Queryable): Promise<boolean> {
  const count = await tx.run(
    sql`insert into setting (key, value) values ('demo_money', '{"unsettled": []}') on conflict (key) do nothing`,
  )
  return count > 0
}

/** A month of a group whose statements the demo still has to issue. */
export interface UnsettledMonth {
  groupId: number
  userId: number
  month: string
}

export async function saveUnsettled(tx: Queryable, unsettled: readonly UnsettledMonth[]): Promise<void> {
  const value = JSON.stringify({ unsettled })
  await tx.run(sql`update setting set value = ${value}::jsonb where key = 'demo_money'`)
}

export async function findUnsettled(db: Queryable): Promise<UnsettledMonth[]> {
  const row = await db.row<{ value: { unsettled: UnsettledMonth[] } }>(
    sql`select value from setting where key = 'demo_money'`,
  )
  return row?.value.unsettled ?? []
}

/**
 * Whether the history of the controllers, with the energy that follows from it, and all that the portal has of a group's
 * metering points are there.
 */
export async function isHistoryComplete(db: Queryable, groupId: number, lastDay: string): Promise<boolean> {
  const row = await db.row<{ is_there: boolean; location_ids: number[] }>(sql`
    select exists (select from job where kind = 'demo_history' and state = 'done')
      and not exists (select from job
        where kind in ('demo_history', 'portal_import') and state in ('queued', 'running'))
      and not exists (select from sharing_member m left join location_pricing p on p.location_id = m.location_id
          join abstract_device d on d.id = coalesce(m.abstract_device_id, p.abstract_device_id)
        where m.group_id = ${groupId} and coalesce(d.readings_to < ${lastDay}::date, true)) as is_there,
      array(select location_id from sharing_member
        where group_id = ${groupId} and location_id is not null) as location_ids`)
  return row!.is_there && !(await isEnergyDue(db, row!.location_ids, lastDay))
}

/** Whether energy up to the end of a day still has to be worked out. */
async function isEnergyDue(db: Queryable, locationIds: readonly number[], lastDay: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from energy_due
    where location_id = any(${locationIds}::int[]) and hour < ${lastDay}::date + 1 limit 1`)
  return row !== undefined
}

export function findPersonOf(
  tx: Queryable,
  email: string,
): Promise<{ id: number; company_id: number | null } | undefined> {
  return tx.row<{ id: number; company_id: number | null }>(sql`
    select u.id, (select min(c.company_id) from user_company c where c.user_id = u.id) as company_id
    from app_user u where u.email = ${email}`)
}
