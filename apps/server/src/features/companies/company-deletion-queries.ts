import type { CompanyDeletionView } from '@ohmstead/contract/companies'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

const settled = rawSql('exists (select from sharing_statement s where s.group_id = g.id)')

/** One count each, of the company of this id. */
const counts = (id: number): { [Part in 'in_the_way' | 'takes' | 'leaves']: Record<string, Sql> } => ({
  in_the_way: {
    locations: sql`location where company_id = ${id} and deletion_due_at is null`,
    deleted_locations: sql`location where company_id = ${id} and deletion_due_at is not null`,
    stock: sql`controller where stock_company_id = ${id} and location_id is null and revoked_at is null`,
    settled_sharing: sql`sharing_group g where company_id = ${id} and ${settled}`,
  } satisfies Record<keyof CompanyDeletionView['in_the_way'], Sql>,
  takes: {
    location_groups: sql`location_group where company_id = ${id} and parent_id is not null`,
    price_lists: sql`price_list where company_id = ${id}`,
    rate_plans: sql`rate_plan where company_id = ${id}`,
    alarm_rules: sql`alarm_rule where company_id = ${id}`,
    webhooks: sql`webhook where company_id = ${id}`,
    sharing: sql`sharing_group g where company_id = ${id} and not ${settled}`,
    roll_outs: sql`roll_out where company_id = ${id}`,
  } satisfies Record<keyof CompanyDeletionView['takes'], Sql>,
  leaves: {
    users: sql`app_user where company_id = ${id}`,
    administrators: sql`user_company where company_id = ${id}`,
    controllers: sql`controller where stock_company_id = ${id} and location_id is not null and revoked_at is null`,
  } satisfies Record<keyof CompanyDeletionView['leaves'], Sql>,
})

export async function findCompanyDeletion(db: Queryable, companyId: number): Promise<CompanyDeletionView> {
  const { in_the_way, takes, leaves } = counts(companyId)
  const row = await db.row<CompanyDeletionView>(sql`
    select ${asObject(in_the_way)} as in_the_way, ${asObject(takes)} as takes, ${asObject(leaves)} as leaves,
      (select (extract(epoch from max(deletion_due_at)) * 1000)::bigint from location
        where company_id = ${companyId}) as kept_until,
      (select coalesce(json_agg(one order by one.id), '[]') from (
        select id, name, location_group_id from location
        where company_id = ${companyId} and deletion_due_at is null order by id limit 5) one) as first_locations`)
  return row!
}

const asObject = (parts: Record<string, Sql>): Sql =>
  sql`json_build_object(${Object.entries(parts)
    .map(([name, from]) => sql`${rawSql(`'${name}'`)}, (select count(*) from ${from})`)
    .reduce((all, one) => sql`${all}, ${one}`)})`

/** Until the end of the transaction nothing can be put into it, and nobody else deletes it. */
export function lockDoomedCompany(
  tx: Queryable,
  companyId: number,
): Promise<{ name: string; is_platform: boolean } | undefined> {
  return tx.row(sql`select name, is_platform from company where id = ${companyId} for update`)
}

/** Everybody whose pages show the company. */
export async function findPeopleOfCompany(tx: Queryable, companyId: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select id from app_user where company_id = ${companyId}
      or id in (select user_id from user_company where company_id = ${companyId})`)
  return rows.map(({ id }) => id)
}

/** Deletes a company with everything that is only its own. What it lent stays with whoever has it. */
export async function deleteCompany(tx: Queryable, companyId: number): Promise<void> {
  await tx.run(
    sql`update controller set stock_company_id = null, batch_id = null where stock_company_id = ${companyId}`,
  )
  await tx.run(sql`delete from controller_batch where company_id = ${companyId}`)
  await tx.run(sql`
    update notice_setting set company_ids = array_remove(company_ids, ${companyId}::int)
    where ${companyId}::int = any(company_ids)`)
  await tx.run(sql`
    update notice_setting n set location_group_ids = (select coalesce(array_agg(id), '{}')
      from unnest(n.location_group_ids) id where id not in (select id from location_group where company_id = ${companyId}))
    where location_group_ids && (select array_agg(id) from location_group where company_id = ${companyId})`)
  await tx.run(sql`delete from company where id = ${companyId}`)
  await tx.run(sql`
    delete from brand_image b where not exists (select from company where logo = b.hash or favicon = b.hash)`)
}

/** People’s own plans with lists of the company: each list once per person. */
export function findBorrowedLists(
  tx: Queryable,
  companyId: number,
): Promise<{ user_id: number; price_list_id: number }[]> {
  return tx.rows(sql`
    select distinct p.user_id, e.price_list_id from rate_plan_entry e
      join rate_plan p on p.id = e.rate_plan_id join price_list l on l.id = e.price_list_id
    where l.company_id = ${companyId} and p.user_id is not null order by 2, 1`)
}

/** Locations priced by such plans. */
export async function findBorrowingLocations(tx: Queryable, companyId: number): Promise<number[]> {
  const rows = await tx.rows<{ location_id: number }>(sql`
    select s.location_id from location_pricing s join rate_plan p on p.id = s.rate_plan_id
    where p.user_id is not null and p.id in (select e.rate_plan_id from rate_plan_entry e
      join price_list l on l.id = e.price_list_id where l.company_id = ${companyId})`)
  return rows.map(({ location_id }) => location_id)
}

export async function replaceList(
  tx: Queryable,
  { userId, from, to }: { userId: number; from: number; to: number },
): Promise<void> {
  await tx.run(sql`
    update rate_plan_entry set price_list_id = ${to}
    where price_list_id = ${from} and rate_plan_id in (select id from rate_plan where user_id = ${userId})`)
}
