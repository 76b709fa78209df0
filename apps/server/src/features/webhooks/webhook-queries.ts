import type { WebhookDeliveryView, WebhookView } from '@ohmstead/contract/webhooks'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Of all locations of a company, or of one location. */
export type WebhookScope = { companyId: number } | { locationId: number }

export interface WebhookRow {
  id: number
  company_id: number
  location_id: number | null
  url: string
  types: string[] | null
}

/** Those of the scope alone; whoever runs a company reaches those of a location by it. */
const isWithin = (scope: WebhookScope): Sql =>
  'companyId' in scope
    ? sql`(w.company_id = ${scope.companyId} and w.location_id is null)`
    : sql`w.location_id = ${scope.locationId}`

/** With those of a company also those of its locations. */
export async function listWebhooks(db: Queryable, scope: WebhookScope, now: number): Promise<WebhookView[]> {
  const shown = 'companyId' in scope ? sql`w.company_id = ${scope.companyId}` : isWithin(scope)
  const rows = await db.rows<WebhookView>(sql`
    select w.id, w.url, w.types, w.created_at, w.old_secret_until, w.failing_since, w.stopped_at, w.stop_reason, w.last_failure,
      case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name) end as location,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as created_by,
      case when w.failing_since is not null and w.stopped_at is null then w.wait_until end as next_try_at,
      (select count(*)::int from alarm_notice n where n.webhook_id = w.id and n.state = 'waiting') as waiting
    from webhook w left join location l on l.id = w.location_id left join app_user u on u.id = w.created_by
    where ${shown} order by l.name nulls first, w.id limit 500`)
  return rows.map((row) => ({
    ...row,
    old_secret_until:
      row.old_secret_until !== null && row.old_secret_until > now ? row.old_secret_until : null,
  }))
}

/** Its company, held so that of two who make one at once the second sees the first. */
export async function holdCompany(tx: Queryable, scope: WebhookScope): Promise<number | undefined> {
  const row = await tx.row<{ company_id: number }>(
    'companyId' in scope
      ? sql`select id as company_id from company where id = ${scope.companyId} for no key update`
      : sql`select company_id from location where id = ${scope.locationId} for no key update`,
  )
  return row?.company_id
}

export async function countWebhooks(tx: Queryable, scope: WebhookScope): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from webhook w where ${isWithin(scope)}`,
  )
  return row!.count
}

export async function insertWebhook(
  tx: Queryable,
  {
    companyId,
    locationId,
    url,
    types,
  }: { companyId: number; locationId: number | null; url: string; types: string[] | null },
  { secret, userId, now }: { secret: Uint8Array; userId: number; now: number },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into webhook (company_id, location_id, url, types, secret, created_by, created_at)
    values (${companyId}, ${locationId}, ${url}, ${types}::text[], ${secret}, ${userId}, ${new Date(now)}) returning id`)
  return row!.id
}

/** Held until the transaction ends. */
export function holdWebhook(tx: Queryable, scope: WebhookScope, id: number): Promise<WebhookRow | undefined> {
  return tx.row<WebhookRow>(sql`
    select id, company_id, location_id, url, types from webhook w where id = ${id} and ${isWithin(scope)} for update`)
}

export async function deleteWebhook(tx: Queryable, id: number): Promise<void> {
  await tx.run(sql`delete from webhook where id = ${id}`)
}

/** The one before signs as well, until then. */
export async function setWebhookSecret(
  tx: Queryable,
  id: number,
  secret: Uint8Array,
  oldUntil: number,
): Promise<void> {
  await tx.run(sql`
    update webhook set old_secret = secret, old_secret_until = ${new Date(oldUntil)}, secret = ${secret} where id = ${id}`)
}

/** Their day is over. */
export async function forgetOldSecrets(db: Queryable, now: number): Promise<void> {
  await db.run(sql`
    update webhook set old_secret = null, old_secret_until = null where old_secret_until <= ${new Date(now)}`)
}

/** Another address has not failed yet; whoever changes it stands for it from now on. */
export async function updateWebhook(
  tx: Queryable,
  id: number,
  { url, types }: { url: string; types: string[] | null },
  userId: number,
): Promise<void> {
  await tx.run(sql`
    update webhook set
      failures = case when url = ${url} then failures else 0 end,
      failing_since = case when url = ${url} then failing_since end,
      last_failure = case when url = ${url} then last_failure end,
      wait_until = case when url = ${url} then wait_until end,
      url = ${url}, types = ${types}::text[], created_by = ${userId} where id = ${id}`)
}

/** Is tried at once; whoever says so stands for it from now on. */
export async function resumeWebhook(tx: Queryable, id: number, userId: number): Promise<void> {
  await tx.run(sql`
    update webhook set stopped_at = null, stop_reason = null, failing_since = null, failures = 0, last_failure = null,
      wait_until = null, created_by = ${userId} where id = ${id}`)
}

export async function insertTest(tx: Queryable, id: number, payload: string, now: number): Promise<void> {
  const instant = new Date(now)
  await tx.run(sql`
    insert into alarm_notice (channel, webhook_id, kind, payload, created_at, due_at)
    values ('webhook', ${id}, 'test', ${payload}, ${instant}, ${instant})`)
}

export function listDeliveries(
  db: Queryable,
  id: number,
  before: number | undefined,
): Promise<WebhookDeliveryView[]> {
  return db.rows<WebhookDeliveryView>(sql`
    select n.id, n.kind, a.type, n.alarm_id, l.id as location_id, l.name as location_name, n.state, n.reason, n.attempts,
      n.created_at, n.done_at
    from alarm_notice n left join alarm a on a.id = n.alarm_id left join location l on l.id = a.location_id
    where n.webhook_id = ${id} and n.id < ${before ?? Number.MAX_SAFE_INTEGER} order by n.id desc limit 50`)
}
