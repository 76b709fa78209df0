import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Whether the demo's prices still have to be created: deleted ones do not come back. */
export async function claimDemoPrices(tx: Queryable): Promise<boolean> {
  const count = await tx.run(
    sql`insert into setting (key, value) values ('demo_prices', '{}') on conflict (key) do nothing`,
  )
  return count > 0
}

export interface DemoPricedLocation {
  id: number
  company_id: number
  owner_id: number | null
}

/** The location of a controller of the demo. */
export function findLocationOfSerial(tx: Queryable, serial: string): Promise<DemoPricedLocation | undefined> {
  return tx.row<DemoPricedLocation>(sql`
    select l.id, l.company_id, l.owner_id from controller c join location l on l.id = c.location_id
    where c.unit_id = ${serial}`)
}

export function findPointOf(
  tx: Queryable,
  userId: number,
  eimm: string,
): Promise<{ id: number } | undefined> {
  return tx.row<{ id: number }>(
    sql`select id from abstract_device where user_id = ${userId} and eimm = ${eimm}`,
  )
}
