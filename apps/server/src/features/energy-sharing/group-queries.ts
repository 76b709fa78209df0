import type { Actor } from '@ohmstead/domain/access/permission'
import type {
  OrganiserTerms,
  SharePrice,
  SharingKeyKind,
  SharingScheme,
} from '@ohmstead/domain/sharing/sharing-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { organises, ownMember, visibleGroup } from './group-access.ts'

export interface GroupContent {
  name: string
  organiser: OrganiserTerms
  priceTerms: SharePrice
  communityCase: number | null
  validFrom: string
}

export interface GroupRow {
  id: number
  company_id: number | null
  owner_id: number | null
  name: string
  scheme: SharingScheme
  country_code: string
  organiser: OrganiserTerms
  price_terms: SharePrice
  community_case: number | null
  valid_from: string
  version: number
  updated_at: number
  is_organiser: boolean
  key_kind: SharingKeyKind | null
  member_count: number
  invited_count: number
  own_member_count: number
  last_month: string | null
}

const findRows = (db: Queryable, actor: Actor, today: string, condition: Sql) =>
  db.rows<GroupRow>(sql`
    select g.id, g.company_id, g.owner_id, g.name, g.scheme, g.country_code, g.organiser, g.price_terms, g.community_case,
      g.valid_from, g.version, g.updated_at, ${organises(actor)} as is_organiser,
      (select k.key ->> 'kind' from sharing_key k where k.group_id = g.id and k.valid_from <= ${today}::date
        order by k.valid_from desc, k.id desc limit 1) as key_kind,
      (select count(*)::int from sharing_member m where m.group_id = g.id and m.state = 'active') as member_count,
      (select count(*)::int from sharing_member m where m.group_id = g.id and m.state = 'invited') as invited_count,
      (select count(*)::int from sharing_member m where m.group_id = g.id and ${ownMember(actor)}) as own_member_count,
      (select max(s.month) from sharing_statement s join sharing_member m on m.id = s.member_id
        where s.group_id = g.id and (${organises(actor)} or ${ownMember(actor)})) as last_month
    from sharing_group g where ${condition} and ${visibleGroup(actor)} order by lower(g.name), g.id limit 500`)

export const findGroups = (db: Queryable, actor: Actor, today: string): Promise<GroupRow[]> =>
  findRows(db, actor, today, sql`true`)

export async function findGroup(
  db: Queryable,
  actor: Actor,
  groupId: number,
  today: string,
): Promise<GroupRow | undefined> {
  const [row] = await findRows(db, actor, today, sql`g.id = ${groupId}`)
  return row
}

export async function insertGroup(
  tx: Queryable,
  owner: { companyId: number | null; userId: number },
  scheme: SharingScheme,
  content: GroupContent,
  now: number,
): Promise<number> {
  const at = new Date(now)
  const row = await tx.row<{ id: number }>(sql`
    insert into sharing_group (company_id, owner_id, name, scheme, country_code, organiser, price_terms, community_case,
      valid_from, created_at, updated_at)
    values (${owner.companyId}, ${owner.userId}, ${content.name}, ${scheme}, 'SI',
      ${JSON.stringify(content.organiser)}::jsonb, ${JSON.stringify(content.priceTerms)}::jsonb, ${content.communityCase},
      ${content.validFrom}, ${at}, ${at})
    returning id`)
  return row!.id
}

/** False if `version` is no longer the newest. */
export async function updateGroup(
  tx: Queryable,
  groupId: number,
  version: number,
  content: GroupContent,
  now: number,
): Promise<boolean> {
  const count = await tx.run(sql`
    update sharing_group set name = ${content.name}, organiser = ${JSON.stringify(content.organiser)}::jsonb,
      price_terms = ${JSON.stringify(content.priceTerms)}::jsonb, community_case = ${content.communityCase},
      valid_from = ${content.validFrom}, version = version + 1, updated_at = ${new Date(now)}
    where id = ${groupId} and version = ${version}`)
  return count === 1
}

/** Locks the group against other writers, and counts the change. */
export function touchGroup(tx: Queryable, groupId: number, now: number): Promise<number> {
  return tx.run(sql`
    update sharing_group set version = version + 1, updated_at = ${new Date(now)} where id = ${groupId}`)
}

/** Locks the group; its version, or nothing if it is gone. */
export function lockGroup(tx: Queryable, groupId: number): Promise<{ version: number } | undefined> {
  return tx.row<{ version: number }>(sql`select version from sharing_group where id = ${groupId} for update`)
}

export const deleteGroup = (tx: Queryable, groupId: number): Promise<number> =>
  tx.run(sql`delete from sharing_group where id = ${groupId}`)

export async function hasStatements(db: Queryable, groupId: number): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from sharing_statement where group_id = ${groupId} limit 1`)) !== undefined
  )
}

export async function countGroups(
  tx: Queryable,
  { companyId, userId }: { companyId: number | null; userId: number },
): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from sharing_group
    where case when ${companyId}::int is null then company_id is null and owner_id = ${userId}
      else company_id = ${companyId}::int end`)
  return row!.count
}

/** What a group agrees on, for somebody who was invited to it. */
export function findGroupTerms(db: Queryable, groupId: number, today: string) {
  return db.row<Pick<GroupRow, 'name' | 'scheme' | 'organiser' | 'price_terms' | 'key_kind'>>(sql`
    select g.name, g.scheme, g.organiser, g.price_terms,
      (select k.key ->> 'kind' from sharing_key k where k.group_id = g.id and k.valid_from <= ${today}::date
        order by k.valid_from desc, k.id desc limit 1) as key_kind
    from sharing_group g where g.id = ${groupId}`)
}

/** A group as it is settled, whoever asks. */
export function findGroupBasis(db: Queryable, groupId: number) {
  return db.row<
    Omit<
      GroupRow,
      'is_organiser' | 'key_kind' | 'member_count' | 'invited_count' | 'own_member_count' | 'last_month'
    >
  >(
    sql`select id, company_id, owner_id, name, scheme, country_code, organiser, price_terms, community_case, valid_from,
      version, updated_at from sharing_group where id = ${groupId}`,
  )
}
