import type { BulkItemView } from '@ohmstead/contract/bulk-changes'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { BulkOutcome, BulkReason } from '@ohmstead/domain/fleet/bulk-change'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'
import type { ListedItem } from './bulk-action.ts'

export const itemsPerPage = 50

export interface BulkItem {
  position: number
  location_id: number
  device_id: number | null
  /** Of an item that takes back: what the other one noted. */
  facts: Record<string, unknown> | null
  undoes_position: number | null
}

/** Locations (as `l`) in a group (as `below`) and below it. */
const below = (locationGroupId: number): Sql => sql`
  with recursive below as (
    select id from location_group where id = ${locationGroupId}
    union all
    select child.id from location_group child join below on child.parent_id = below.id
  )`

/** Of these locations, those in the group and below it that the actor sees. */
export async function findMarked(
  db: Queryable,
  actor: Actor,
  locationGroupId: number,
  locationIds: readonly number[],
): Promise<number[]> {
  const row = await db.row<{ ids: number[] }>(
    sql`${below(locationGroupId)}
        select coalesce(array_agg(l.id order by lower(l.name), l.id), '{}') as ids
        from location l join below g on g.id = l.location_group_id
        where l.id = any(${locationIds}::int[]) and ${visibleLocation(actor)}`,
  )
  return row!.ids
}

/** In the order given. */
export async function insertItems(
  tx: Queryable,
  changeId: number,
  items: readonly ListedItem[],
): Promise<void> {
  const locationIds = items.map(({ locationId }) => locationId)
  const deviceIds = items.map(({ deviceId }) => deviceId)
  await tx.run(
    sql`insert into bulk_item (change_id, position, location_id, device_id)
        select ${changeId}, place - 1, location_id, device_id
        from unnest(${locationIds}::int[], ${deviceIds}::int[]) with ordinality as listed (location_id, device_id, place)`,
  )
}

/** An item for each that was done and not taken back yet; returns how many. */
export function insertUndoItems(tx: Queryable, changeId: number, undoes: number): Promise<number> {
  return tx.run(
    sql`insert into bulk_item (change_id, position, location_id, device_id, facts, undoes_position)
        select ${changeId}, row_number() over (order by position) - 1, location_id, device_id, facts, position
        from bulk_item where change_id = ${undoes} and outcome = 'done' and not undone`,
  )
}

export async function findWaitingPositions(db: Queryable, changeId: number): Promise<number[]> {
  const rows = await db.rows<{ position: number }>(
    sql`select position from bulk_item where change_id = ${changeId} and outcome = 'waiting' order by position limit 100`,
  )
  return rows.map(({ position }) => position)
}

export async function countEnded(db: Queryable, changeId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from bulk_item where change_id = ${changeId} and outcome not in ('waiting', 'sent')`,
  )
  return row!.count
}

/** Nobody else has it, and its turn comes once only. */
export function lockWaitingItem(
  tx: Queryable,
  changeId: number,
  position: number,
): Promise<BulkItem | undefined> {
  return tx.row<BulkItem>(
    sql`select position, location_id, device_id, facts, undoes_position from bulk_item
        where change_id = ${changeId} and position = ${position} and outcome = 'waiting' for update`,
  )
}

export interface ItemEnd {
  outcome: BulkOutcome
  reason: BulkReason | null
  facts: object | null
  commandId: string | null
}

export async function saveItem(
  tx: Queryable,
  change: { id: number; undoes: number | null },
  item: Pick<BulkItem, 'position' | 'undoes_position'>,
  end: ItemEnd,
  now: number,
): Promise<void> {
  const { outcome, reason, facts, commandId } = end
  await tx.run(
    sql`update bulk_item set outcome = ${outcome}, reason = ${reason}, command_id = ${commandId}::uuid,
          facts = coalesce(${facts && JSON.stringify(facts)}::jsonb, facts), at = ${new Date(now)}
        where change_id = ${change.id} and position = ${item.position} and outcome = 'waiting'`,
  )
  if (outcome === 'done' && change.undoes !== null)
    await tx.run(
      sql`update bulk_item set undone = true
          where change_id = ${change.undoes} and position = ${item.undoes_position}`,
    )
}

export function findItems(
  db: Queryable,
  changeId: number,
  { outcome, after, limit }: { outcome: BulkOutcome | null; after: number | null; limit: number },
): Promise<BulkItemView[]> {
  return db.rows<BulkItemView>(
    sql`select i.position, json_build_object('id', l.id, 'name', l.name, 'location_group_id', l.location_group_id) as location,
          case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as device,
          i.outcome, i.reason, i.undone, i.at
        from bulk_item i join location l on l.id = i.location_id left join device d on d.id = i.device_id
        where i.change_id = ${changeId} and (${outcome}::text is null or i.outcome = ${outcome}::text)
          and i.position > ${after ?? -1} order by i.position limit ${limit}`,
  )
}
