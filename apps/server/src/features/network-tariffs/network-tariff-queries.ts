import type { NetworkTariff } from '@ohmstead/domain/pricing/price-list-terms'
import type { ExchangeRate } from '@ohmstead/pricing/pricing-world'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface NetworkTariffRow extends NetworkTariff {
  version: number
}

export type WrittenNetworkTariff = Omit<NetworkTariff, 'id'>

/** Those with the given ids, or of a country, or all; by country, distributor and name. */
export function findNetworkTariffs(
  db: Queryable,
  { ids = null, countryCode = null }: { ids?: readonly number[] | null; countryCode?: string | null } = {},
): Promise<NetworkTariffRow[]> {
  return db.rows<NetworkTariffRow>(sql`
    select id, version, name, country_code as "countryCode", operator, currency, periods from network_tariff
    where (${ids}::int[] is null or id = any(${ids}::int[]))
      and (${countryCode}::text is null or country_code = ${countryCode}::text)
    order by country_code, lower(operator), lower(name), id`)
}

export async function insertNetworkTariff(
  tx: Queryable,
  tariff: WrittenNetworkTariff,
  now: number,
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into network_tariff (name, country_code, operator, currency, periods, created_at, updated_at)
    values (${tariff.name}, ${tariff.countryCode}, ${tariff.operator}, ${tariff.currency},
      ${JSON.stringify(tariff.periods)}::jsonb, ${new Date(now)}, ${new Date(now)})
    returning id`)
  return row!.id
}

/** Returns 0 if it has another version by now. */
export function updateNetworkTariff(
  tx: Queryable,
  id: number,
  version: number,
  tariff: WrittenNetworkTariff,
  now: number,
): Promise<number> {
  return tx.run(sql`
    update network_tariff set name = ${tariff.name}, country_code = ${tariff.countryCode}, operator = ${tariff.operator},
      currency = ${tariff.currency}, periods = ${JSON.stringify(tariff.periods)}::jsonb, version = version + 1,
      updated_at = ${new Date(now)}
    where id = ${id} and version = ${version}`)
}

/** Whoever is about to store its id waits; false if there is none. */
export async function lockNetworkTariff(tx: Queryable, id: number): Promise<boolean> {
  return (await tx.row(sql`select id from network_tariff where id = ${id} for update`)) !== undefined
}

export async function isNetworkTariffUsed(tx: Queryable, id: number): Promise<boolean> {
  const row = await tx.row<{ used: boolean }>(sql`
    select exists (select from price_list where terms #>> '{network,networkTariffId}' = ${String(id)}) as used`)
  return row!.used
}

export function deleteNetworkTariff(tx: Queryable, id: number): Promise<number> {
  return tx.run(sql`delete from network_tariff where id = ${id}`)
}

/** All that were ever entered, the newest first. */
export function findExchangeRates(db: Queryable): Promise<ExchangeRate[]> {
  return db.rows<ExchangeRate>(sql`
    select from_currency as "from", to_currency as "to", day::text, trim_scale(rate)::text as rate, source
    from exchange_rate order by day desc, from_currency, to_currency`)
}

/** The rate of a day, written over the one that it replaces. Returns 0 if the day has another one, or has one already. */
export function setExchangeRate(tx: Queryable, rate: ExchangeRate, replaces: string | null): Promise<number> {
  if (replaces === null)
    return tx.run(sql`
      insert into exchange_rate (from_currency, to_currency, day, rate, source)
      values (${rate.from}, ${rate.to}, ${rate.day}, ${rate.rate}::numeric, ${rate.source})
      on conflict (from_currency, to_currency, day) do nothing`)
  return tx.run(sql`
    update exchange_rate set rate = ${rate.rate}::numeric, source = ${rate.source}
    where ${isRateOf({ ...rate, rate: replaces })}`)
}

/** Returns 0 if the day has another one, or none. */
export function deleteExchangeRate(tx: Queryable, rate: Omit<ExchangeRate, 'source'>): Promise<number> {
  return tx.run(sql`delete from exchange_rate where ${isRateOf(rate)}`)
}

const isRateOf = ({ from, to, day, rate }: Omit<ExchangeRate, 'source'>) =>
  sql`from_currency = ${from} and to_currency = ${to} and day = ${day} and rate = ${rate}::numeric`
