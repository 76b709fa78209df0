import { rawSql, sql } from '../../apps/server/src/platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../apps/server/src/testing/insert-price-list.ts'
import { insertCompany, insertUser } from '../../apps/server/src/testing/test-world.ts'
import type { BenchDatabase } from './bench-database.ts'

/**
 * Homes with the hours of a month in both directions, and a price list with two tariffs, the published network fee,
 * levies and VAT.
 */
export async function fillPricedLocations(
  { db, name }: BenchDatabase,
  { now, locations }: { now: number; locations: number },
): Promise<{ userId: number; companyId: number; ids: number[] }> {
  const userId = await insertUser(db, 'bench@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Bench')
  const listId = await insertPriceList(
    db,
    { companyId },
    {
      isMultiTariff: true,
      buy: { kind: 'fixed', t0: null, t1: '0.1199', t2: '0.0979' },
      hasExportPrice: true,
      sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null },
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
    },
  )
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId: listId, validFrom: '2025-01-01', validTo: null },
  ])
  await db.run(sql`
    insert into location (id, company_id, location_group_id, name, country_code, bidding_zone, time_zone)
    overriding system value
    select id, ${companyId}, ${rootGroupId}, 'Home', 'SI', 'SI', 'Europe/Ljubljana'
    from generate_series(1, ${locations}::int) as id`)
  const point = {
    userGroup: 0,
    consumerType: 'RESIDENTIAL',
    connectionPower: 17,
    agreedPowers: [5, 6, 6, 6, 6],
  }
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, manual_point, updated_at)
    select id, ${planId}::int, ${JSON.stringify(point)}::jsonb, now() from location`)
  await db.run(sql`
    insert into series (location_id, id, controller_id, device_key, metric, source, sign)
    select l.id, s.id, l.id, 'grid', s.metric, 'counter', 1
    from location l, (values (1, 'energy_import'), (2, 'energy_export')) as s (id, metric)`)
  const slots = Array.from({ length: 12 }, (_, slot) => `80000 + id * 1000 + ${slot} * 137`).join(', ')
  for (let day = 31; day >= 0; day--)
    await db.run(sql`
      insert into energy_hour
      select location_id, id, hour, ${rawSql(slots)}, 12 * (80000 + id * 1000) + 66 * 137, 0, 4095
      from generate_series(${new Date(now - day * 86_400_000)}::timestamptz,
          ${new Date(now - (day - 1) * 86_400_000 - 3_600_000)}::timestamptz, '1 hour') as hour,
        generate_series(1, ${locations}::int) as location_id, generate_series(1, 2) as id
      where hour < ${new Date(now)}`)
  await db.script(name === 'postgres' ? 'vacuum analyze' : 'analyze')
  return { userId, companyId, ids: Array.from({ length: locations }, (_, place) => place + 1) }
}
