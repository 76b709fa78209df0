import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Whether the demo's metering points still have to be created: deleted ones do not come back. */
export async function claimDemoPoints(tx: Queryable): Promise<boolean> {
  const count = await tx.run(
    sql`insert into setting (key, value) values ('demo_points', '{}') on conflict (key) do nothing`,
  )
  return count > 0
}

/** The id of the person, who is given the portal's country, since it requires one. */
export async function settleDemoUser(tx: Queryable, email: string): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(sql`
    update app_user set country_code = coalesce(country_code, 'SI') where email = ${email} returning id`)
  return row?.id
}

export async function insertDemoPoint(
  tx: Queryable,
  point: { userId: number; eimm: string; title: string; now: number },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into abstract_device (user_id, eimm, title, source, created_at)
    values (${point.userId}, ${point.eimm}, ${point.title}, 'portal', ${new Date(point.now)})
    on conflict (user_id, eimm) do update set source = 'portal' returning id`)
  return row!.id
}
