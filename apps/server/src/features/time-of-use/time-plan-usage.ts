import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { readableList } from '../price-lists/price-owner.ts'

/** What names a plan: price lists, network tariffs and offers keep its id inside what they say. */
export interface TimePlanUse {
  kind: 'price_list' | 'network_tariff' | 'supply_offer'
  id: number
  name: string
}

const documents = sql`
  select 'price_list' as kind, id, name, terms as document from price_list
  union all select 'network_tariff', id, name, periods from network_tariff
  union all select 'supply_offer', id, supplier || ' ' || name, offer from supply_offer`

/** Those that the actor may read, with what they say. */
export function findReadableUses(
  db: Queryable,
  actor: Actor,
  timePlanId: number,
): Promise<(TimePlanUse & { document: unknown })[]> {
  return db.rows(sql`
    select kind, id, name, document from (${documents}) document
    where jsonb_path_exists(document, '$.** ? (@.timePlanId == $id)', jsonb_build_object('id', ${timePlanId}::int))
      and (kind <> 'price_list' or id in (select p.id from price_list p where ${readableList(actor)}))
    order by kind, lower(name), id`)
}

export function findTimePlanUses(db: Queryable, timePlanId: number): Promise<TimePlanUse[]> {
  return db.rows<TimePlanUse>(sql`
    select kind, id, name from (${documents}) document
    where jsonb_path_exists(document, '$.** ? (@.timePlanId == $id)', jsonb_build_object('id', ${timePlanId}::int))
    order by kind, lower(name), id`)
}

/** The plans that something uses, and the blocks that have a price somewhere. */
export async function findUsedIds(
  db: Queryable,
): Promise<{ timePlanIds: ReadonlySet<number>; blockIds: ReadonlySet<number> }> {
  const rows = await db.rows<{ kind: 'plan' | 'block'; id: number }>(sql`
    with document as (${documents})
    select distinct 'plan' as kind, value::int as id
    from document, jsonb_path_query(document, '$.**.timePlanId ? (@.type() == "number")') value
    union select distinct 'block', value::int
    from document, jsonb_path_query(document, '$.**.prices[*].blockId ? (@.type() == "number")') value`)
  const idsOf = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id))
  return { timePlanIds: idsOf('plan'), blockIds: idsOf('block') }
}
