import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Before a person goes: what still prices a location of others becomes its company's, so that its money stays explained. */
export async function handOverPrices(tx: Queryable, userId: number): Promise<void> {
  // Lists that go with the person, or went before, leave no name behind; those that stay have theirs.
  await tx.run(sql`
    update rate_plan_version set entries =
      (select coalesce(jsonb_agg(jsonb_set(e, '{priceListName}', 'null') order by place), '[]')
        from jsonb_array_elements(entries) with ordinality as of_version (e, place))
    where rate_plan_id in (select id from rate_plan where user_id = ${userId})`)
  await tx.run(sql`
    update rate_plan set user_id = null, company_id = used.company_id
    from (select lp.rate_plan_id, min(l.company_id) as company_id
      from location_pricing lp join location l on l.id = lp.location_id group by lp.rate_plan_id) used
    where rate_plan.user_id = ${userId} and used.rate_plan_id = rate_plan.id`)
  await tx.run(sql`
    update price_list set user_id = null, company_id = used.company_id
    from (select e.price_list_id, min(p.company_id) as company_id
      from rate_plan_entry e join rate_plan p on p.id = e.rate_plan_id
      where p.company_id is not null group by e.price_list_id) used
    where price_list.user_id = ${userId} and used.price_list_id = price_list.id`)
  // Its entries refer to the lists that go with the person.
  await tx.run(sql`delete from rate_plan where user_id = ${userId}`)
}
