import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export function findDemoPeople(db: Queryable, emails: readonly string[]) {
  return db.rows<{ id: number; email: string }>(
    sql`select id, email from app_user where email = any(${emails}::text[]) order by id`,
  )
}

/** Companies that still have the name or the address that the demo gave them. */
export function findDemoCompanies(db: Queryable, names: readonly string[], emails: readonly string[]) {
  return db.rows<{ id: number; name: string }>(sql`
    select id, name from company
    where name = any(${names}::text[]) or contact_email = any(${emails}::text[]) order by id`)
}

/**
 * The locations of the demo: below its companies, of its controllers, or owned by its people; except those that somebody
 * else owns or has a controller in.
 */
export async function findDemoLocations(
  db: Queryable,
  demo: { serials: readonly string[]; companyIds: readonly number[]; userIds: readonly number[] },
): Promise<number[]> {
  const { serials, companyIds, userIds } = demo
  const rows = await db.rows<{ id: number }>(sql`
    select l.id from location l
    where (l.company_id = any(${companyIds}::int[]) or l.owner_id = any(${userIds}::int[])
        or exists (select from controller where location_id = l.id and unit_id = any(${serials}::text[])))
      and (l.owner_id is null or l.owner_id = any(${userIds}::int[]))
      and not exists (select from controller
        where location_id = l.id and revoked_at is null and unit_id <> all(${serials}::text[]))
    order by l.id`)
  return rows.map(({ id }) => id)
}

/** The location with all but its telemetry; its home controllers are forgotten with it. */
export async function deleteDemoLocation(
  tx: Queryable,
  locationId: number,
  serials: readonly string[],
): Promise<void> {
  const rows = await tx.rows<{ id: number }>(
    sql`select id from controller where location_id = ${locationId} and unit_id = any(${serials}::text[])`,
  )
  const controllerIds = rows.map(({ id }) => id)
  await tx.run(sql`update controller set location_id = null where location_id = ${locationId}`)
  await tx.run(sql`delete from location where id = ${locationId}`)
  await tx.run(sql`delete from command where controller_id = any(${controllerIds}::int[])`)
  await tx.run(sql`delete from controller where id = any(${controllerIds}::int[])`)
}

/** Remaining controllers of the demo, for example at a location that now belongs to somebody. */
export async function findDemoControllers(db: Queryable, serials: readonly string[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from controller where unit_id = any(${serials}::text[]) and revoked_at is null`,
  )
  return rows.map(({ id }) => id)
}

/** Deletes the company unless somebody has put something of their own into it. */
export async function deleteEmptyCompany(tx: Queryable, companyId: number): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from company c where id = ${companyId}
      and not exists (select from location where company_id = c.id)
      and not exists (select from user_company where company_id = c.id)
      and not exists (select from app_user where company_id = c.id)`)
  return deleted > 0
}

/** Sharing groups that people of the demo run with places of the demo only. */
export async function deleteDemoGroups(
  db: Queryable,
  { userIds, locationIds }: { userIds: readonly number[]; locationIds: readonly number[] },
): Promise<void> {
  await db.run(sql`
    delete from sharing_group g where g.owner_id = any(${userIds}::int[])
      and not exists (select from sharing_member m left join abstract_device d on d.id = m.abstract_device_id
        where m.group_id = g.id and (m.location_id <> all(${locationIds}::int[]) or d.user_id <> all(${userIds}::int[])))`)
}

export async function deleteDemoSettings(tx: Queryable): Promise<void> {
  await tx.run(sql`delete from setting where key in ('demo', 'demo_points', 'demo_prices', 'demo_money')`)
}

export async function findPowerfulPeople(db: Queryable): Promise<{ email: string; role: string }[]> {
  return db.rows(sql`
    select u.email, r.role from app_user u join user_role r on r.user_id = u.id
    where r.role in ('ROLE_SUPER_ADMIN', 'ROLE_AGGREGATOR') order by r.role desc, u.email`)
}

/** Prices that the demo's model made up, and which zones its locations had. */
export async function deleteModelledPrices(tx: Queryable): Promise<void> {
  await tx.run(sql`delete from spot_day where source = 'modelled'`)
  await tx.run(sql`delete from spot_source_state`)
  await tx.run(sql`delete from spot_zone`)
}
