import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { readableList } from '../price-lists/price-owner.ts'

/** What names a plan: price lists, network tariffs and offers keep its id inside what they say. */
export interface TimePlanUse {
  kind: 'price_list' | 'network_tariff' | 'supply_offer'
  id: number
  name: string
}

/** Documents of a kind in which a price is below one of these paths. */
const places = [['buy'], ['sell'], ['network', 'energy']]

/** `{"buy": …}` around what a price list says of a price; the index of price lists finds it. */
const around = (path: readonly string[], price: Sql): Sql =>
  path.reduceRight((inner, key) => sql`jsonb_build_object(${key}::text, ${inner})`, price)

/** Whether the price list `p` has a price that contains this. */
const hasPrice = (price: Sql): Sql =>
  sql`(p.terms @> ${around(places[0]!, price)} or p.terms @> ${around(places[1]!, price)}
    or p.terms @> ${around(places[2]!, price)})`

const namesPlan = (id: Sql) => hasPrice(sql`jsonb_build_object('timePlanId', ${id})`)
const pricesBlock = (id: Sql) =>
  hasPrice(sql`jsonb_build_object('prices', jsonb_build_array(jsonb_build_object('blockId', ${id})))`)

/** Tariffs and offers are few, and kept by super admins. */
const kept = sql`
  select 'network_tariff' as kind, id, name, periods as document from network_tariff
  union all select 'supply_offer', id, supplier || ' ' || name, offer from supply_offer`

/** What names a plan. */
const usesOf = (timePlanId: number) => sql`
  select 'price_list' as kind, p.id, p.name, p.terms as document from price_list p
  where ${namesPlan(sql`${timePlanId}::int`)}
  union all
  select kind, id, name, document from (${kept}) kept
  where jsonb_path_exists(document, '$.** ? (@.timePlanId == $id)', jsonb_build_object('id', ${timePlanId}::int))`

/** Those that the actor may read, with what they say. */
export function findReadableUses(
  db: Queryable,
  actor: Actor,
  timePlanId: number,
): Promise<(TimePlanUse & { document: unknown })[]> {
  return db.rows(sql`
    select kind, id, name, document from (${usesOf(timePlanId)}) used
    where kind <> 'price_list' or id in (select p.id from price_list p where ${readableList(actor)})
    order by kind, lower(name), id`)
}

export function findTimePlanUses(db: Queryable, timePlanId: number): Promise<TimePlanUse[]> {
  return db.rows<TimePlanUse>(sql`
    select kind, id, name from (${usesOf(timePlanId)}) used order by kind, lower(name), id`)
}

/** The plans that something uses, and the blocks that have a price somewhere. */
export async function findUsedIds(
  db: Queryable,
): Promise<{ timePlanIds: ReadonlySet<number>; blockIds: ReadonlySet<number> }> {
  const rows = await db.rows<{ kind: 'plan' | 'block'; id: number }>(sql`
    select 'plan' as kind, plan.id from time_plan plan
    where exists (select from price_list p where ${namesPlan(sql`plan.id`)})
    union
    select 'block', block.id from time_plan_block block
    where exists (select from price_list p where ${pricesBlock(sql`block.id`)})
    union
    select 'plan', value::int
    from (${kept}) kept, jsonb_path_query(document, '$.**.timePlanId ? (@.type() == "number")') value
    union
    select 'block', value::int
    from (${kept}) kept, jsonb_path_query(document, '$.**.prices[*].blockId ? (@.type() == "number")') value`)
  const idsOf = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id))
  return { timePlanIds: idsOf('plan'), blockIds: idsOf('block') }
}
