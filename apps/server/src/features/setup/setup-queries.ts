import type { InventoryMessage } from '@ohmstead/contract/controller-messages'
import type { AvailableUser } from '@ohmstead/contract/setup'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { type PeopleScope, seenIn } from '../people/people-queries.ts'

export interface LinkableRow {
  id: number
  unit_id: string
  kind: ControllerKind
  protocol: string
  alias: string | null
  last_seen_at: number | null
  inventory: InventoryMessage | null
  online: boolean
  /** Had another home before. */
  is_released: boolean
  location_id: number | null
  location_name: string | null
  company_id: number | null
  /** Whose it is: the person it was assigned to, else the owner of its location. */
  owner_id: number | null
}

const columns = rawSql(`c.id, c.unit_id, c.kind, c.protocol, c.alias, c.last_seen_at, c.inventory, c.online,
  c.released_at is not null as is_released, c.location_id,
  l.name as location_name, l.company_id, coalesce(c.owner_id, l.owner_id) as owner_id`)
const source = rawSql('controller c left join location l on l.id = c.location_id')

/** A controller that is not revoked, linked or not. */
export function findLinkable(db: Queryable, serial: string): Promise<LinkableRow | undefined> {
  return db.row<LinkableRow>(
    sql`select ${columns} from ${source} where c.unit_id = ${serial} and c.revoked_at is null`,
  )
}

/** The same until the end of the transaction: of two people who link it, one is first. */
export async function lockLinkable(tx: Queryable, serial: string): Promise<LinkableRow | undefined> {
  await tx.row(sql`select 1 from controller where unit_id = ${serial} for update`)
  return findLinkable(tx, serial)
}

export async function saveLink(
  tx: Queryable,
  { id, locationId, userId, now }: { id: number; locationId: number; userId: number; now: number },
): Promise<void> {
  await tx.run(
    sql`update controller set location_id = ${locationId}, linked_at = ${new Date(now)}, created_by = ${userId}
        where id = ${id}`,
  )
}

/** Somebody who can sign in, so that a home does not end up with nobody. */
const canSignIn = rawSql(
  'u.email_verified_at is not null and u.disabled_at is null and u.deletion_due_at is null',
)

const matching = (scope: PeopleScope, search: string): Sql =>
  searchWords(search).reduce(
    (where, word) => sql`${where} and strpos(u.name_key || ' ' || u.email, ${word}) > 0`,
    sql`${seenIn(scope)} and ${canSignIn}`,
  )

export function findAvailableUsers(
  db: Queryable,
  scope: PeopleScope,
  search: string,
): Promise<AvailableUser[]> {
  return db.rows<AvailableUser>(
    sql`select u.id, u.email, u.first_name, u.last_name from app_user u where ${matching(scope, search)}
        order by u.name_key, u.email, u.id limit 50`,
  )
}

export async function countAvailableUsers(
  db: Queryable,
  scope: PeopleScope,
  search: string,
): Promise<number> {
  const row = await db.row<{ total: number }>(
    sql`select count(*) as total from app_user u where ${matching(scope, search)}`,
  )
  return row!.total
}

export async function isAvailableUser(db: Queryable, scope: PeopleScope, userId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 from app_user u where u.id = ${userId} and ${seenIn(scope)} and ${canSignIn}`,
  )
  return row !== undefined
}

export function findOneself(db: Queryable, userId: number): Promise<AvailableUser[]> {
  return db.rows<AvailableUser>(
    sql`select id, email, first_name, last_name from app_user where id = ${userId}`,
  )
}
