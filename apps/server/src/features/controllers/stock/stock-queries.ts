import type { ControllerBatchView, StockControllerView } from '@ohmstead/contract/controllers-stock'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { Queryable } from '../../../platform/db/db.ts'
import { searchWords } from '../../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../../platform/db/sql.ts'
import type { NewSecrets } from '../controller-queries.ts'

export const pageSize = 50

export interface StockFilter {
  search: string
  state?: StockControllerView['state'] | undefined
  page: number
}

const ofState: Record<StockControllerView['state'], Sql> = {
  new: rawSql('c.location_id is null and c.last_seen_at is null'),
  waiting: rawSql('c.location_id is null and c.last_seen_at is not null'),
  linked: rawSql('c.location_id is not null'),
}

function matching(companyId: number, { search, state }: Omit<StockFilter, 'page'>): Sql {
  let where = sql`c.stock_company_id = ${companyId} and c.revoked_at is null`
  if (state) where = sql`${where} and ${ofState[state]}`
  for (const word of searchWords(search))
    where = sql`${where} and strpos(lower(c.unit_id || ' ' || coalesce(c.alias, '')), ${word}) > 0`
  return where
}

/** `seesAll`: also names of locations in other companies. */
export function findStock(
  db: Queryable,
  companyId: number,
  filter: StockFilter,
  seesAll: boolean,
): Promise<StockControllerView[]> {
  return db.rows<StockControllerView>(sql`
    select c.id, c.unit_id, c.kind, c.protocol, c.alias, c.online, c.last_seen_at, c.created_at, c.linked_at, c.batch_id,
      case when c.location_id is not null then 'linked' when c.last_seen_at is not null then 'waiting' else 'new' end as state,
      (select count(*) from waiting_message where controller_id = c.id and c.location_id is null) as waiting_messages,
      case when l.company_id = ${companyId} or (${seesAll} and l.id is not null) then
        json_build_object('id', l.id, 'name', l.name, 'location_group_id', l.location_group_id) end as location
    from (select * from controller c where ${matching(companyId, filter)}
      order by c.id desc limit ${pageSize} offset ${(filter.page - 1) * pageSize}) c
      left join location l on l.id = c.location_id
    order by c.id desc`)
}

export async function countStock(db: Queryable, companyId: number, filter: StockFilter): Promise<number> {
  const row = await db.row<{ total: number }>(
    sql`select count(*) as total from controller c where ${matching(companyId, filter)}`,
  )
  return row!.total
}

export interface NewStock extends NewSecrets {
  serial: string
  kind: ControllerKind
  protocol: string
  alias: string | null
}

export async function insertBatch(
  tx: Queryable,
  batch: { companyId: number; source: 'number' | 'csv'; count: number; userId: number; now: number },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into controller_batch (company_id, source, count, created_by, created_at)
    values (${batch.companyId}, ${batch.source}, ${batch.count}, ${batch.userId}, ${new Date(batch.now)}) returning id`)
  return row!.id
}

export async function saveCredentials(
  tx: Queryable,
  batchId: number,
  sealed: Uint8Array,
  until: number,
): Promise<void> {
  await tx.run(
    sql`update controller_batch set credentials = ${sealed}, credentials_until = ${new Date(until)} where id = ${batchId}`,
  )
}

/** Throws at a serial that exists. */
export async function insertStock(
  tx: Queryable,
  of: { companyId: number; batchId: number; now: number },
  made: readonly NewStock[],
): Promise<void> {
  await tx.run(sql`
    insert into controller (unit_id, kind, protocol, alias, mqtt_password_hash, mqtt_password_rabbitmq,
      mqtt_password_mosquitto, http_token_hash, enrol_secret_hash, enrol_allowed, stock_company_id, batch_id, created_at)
    select serial, kind, protocol, alias, own, rabbitmq, mosquitto, token, enrol, true, ${of.companyId}, ${of.batchId},
      ${new Date(of.now)}
    from unnest(${made.map((one) => one.serial)}::text[], ${made.map((one) => one.kind)}::text[],
      ${made.map((one) => one.protocol)}::text[], ${made.map((one) => one.alias)}::text[],
      ${made.map((one) => one.mqttPassword.own)}::bytea[], ${made.map((one) => one.mqttPassword.rabbitmq)}::bytea[],
      ${made.map((one) => one.mqttPassword.mosquitto)}::bytea[], ${made.map((one) => one.httpTokenHash)}::bytea[],
      ${made.map((one) => one.enrolSecretHash)}::bytea[])
      as given (serial, kind, protocol, alias, own, rabbitmq, mosquitto, token, enrol)`)
}

export async function findTakenSerials(db: Queryable, serials: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ unit_id: string }>(
    sql`select unit_id from controller where unit_id = any(${serials}::text[])`,
  )
  return new Set(rows.map((row) => row.unit_id))
}

/** The serials of those that were deleted: of the stock, and linked by nobody. */
export async function deleteStock(
  tx: Queryable,
  companyId: number,
  controllerIds: readonly number[],
): Promise<string[]> {
  const rows = await tx.rows<{ unit_id: string }>(sql`
    delete from controller where id = any(${controllerIds}::int[]) and stock_company_id = ${companyId}
      and location_id is null and revoked_at is null returning unit_id`)
  return rows.map((row) => row.unit_id)
}

export interface BatchRow extends Omit<ControllerBatchView, 'may_download'> {
  credentials: Uint8Array | null
}

const batchColumns = sql`b.id, b.source, b.count, b.created_at, b.credentials_until,
  case when u.id is not null then json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
    end as created_by`
const batchSource = rawSql('controller_batch b left join app_user u on u.id = b.created_by')

export function findBatches(db: Queryable, companyId: number): Promise<Omit<BatchRow, 'credentials'>[]> {
  return db.rows(sql`select ${batchColumns} from ${batchSource} where b.company_id = ${companyId}
    order by b.id desc limit 50`)
}

export function findBatch(
  db: Queryable,
  { companyId, batchId }: { companyId: number; batchId: number },
): Promise<BatchRow | undefined> {
  return db.row<BatchRow>(sql`select ${batchColumns}, b.credentials from ${batchSource}
    where b.id = ${batchId} and b.company_id = ${companyId}`)
}

export async function forgetCredentials(db: Queryable, batchId: number): Promise<void> {
  await db.run(
    sql`update controller_batch set credentials = null, credentials_until = null where id = ${batchId}`,
  )
}

/** Their day is over. */
export async function forgetOldCredentials(db: Queryable, now: number): Promise<void> {
  await db.run(
    sql`update controller_batch set credentials = null, credentials_until = null
        where credentials_until <= ${new Date(now)}`,
  )
}

export function findBatchLabels(
  db: Queryable,
  batchId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return db.rows<{ unit_id: string; kind: ControllerKind; alias: string | null }>(sql`
    select unit_id, kind, alias from controller where batch_id = ${batchId} and revoked_at is null
    order by id limit ${limit} offset ${offset}`)
}
