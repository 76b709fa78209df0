import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

interface Named {
  id: number
  name: string
}

export interface LocationGroupRow extends Named {
  company_id: number
  company_name: string
  root_group_id: number
  path: Named[]
  groups: (Named & { hasVisible: boolean })[]
  locations: Named[]
}

/** A group with its path from the root, its subgroups (and whether they contain a visible location) and its locations. */
export function findLocationGroup(
  db: Queryable,
  actor: Actor,
  groupId: number,
): Promise<LocationGroupRow | undefined> {
  return db.row<LocationGroupRow>(sql`
    with recursive up as (
      select id, parent_id, name, 0 as height from location_group where id = ${groupId}
      union all
      select parent.id, parent.parent_id, parent.name, up.height + 1
      from location_group parent join up on parent.id = up.parent_id
    ), down as (
      select id, id as branch from location_group where parent_id = ${groupId}
      union all
      select child.id, down.branch from location_group child join down on child.parent_id = down.id
    )
    select g.id, g.name, g.company_id, c.name as company_name, c.root_group_id,
      (select json_agg(json_build_object('id', id, 'name', name) order by height desc) from up) as path,
      (select coalesce(json_agg(json_build_object('id', child.id, 'name', child.name, 'hasVisible', exists (
          select from down join location l on l.location_group_id = down.id
          where down.branch = child.id and ${visibleLocation(actor)}))), '[]')
        from location_group child where child.parent_id = g.id) as groups,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name)), '[]')
        from location l where l.location_group_id = g.id and ${visibleLocation(actor)}) as locations
    from location_group g join company c on c.id = g.company_id where g.id = ${groupId}`)
}

export async function findCompanyOfGroup(
  db: Queryable,
  locationGroupId: number,
): Promise<number | undefined> {
  const row = await db.row<{ company_id: number }>(
    sql`select company_id from location_group where id = ${locationGroupId}`,
  )
  return row?.company_id
}

/** The new group, or undefined if the parent is not one of the company's groups. */
export function insertLocationGroup(
  db: Queryable,
  companyId: number,
  parentId: number | undefined,
  name: string,
): Promise<Named | undefined> {
  return db.row<Named>(sql`
    insert into location_group (company_id, parent_id, name)
    select company_id, id, ${name} from location_group
    where company_id = ${companyId}
      and id = coalesce(${parentId ?? null}::int, (select root_group_id from company where id = ${companyId}))
    returning id, name`)
}

export function updateLocationGroup(
  db: Queryable,
  groupId: number,
  name: string,
): Promise<Named | undefined> {
  return db.row<Named>(sql`update location_group set name = ${name} where id = ${groupId} returning id, name`)
}

/** Locations that are being deleted, which nobody sees, do not block it: they move to the root group. */
export async function deleteLocationGroup(tx: Queryable, groupId: number): Promise<number> {
  await tx.run(sql`
    update location l set location_group_id = c.root_group_id from company c
    where c.id = l.company_id and l.location_group_id = ${groupId} and l.deletion_due_at is not null`)
  return tx.run(sql`delete from location_group where id = ${groupId}`)
}
