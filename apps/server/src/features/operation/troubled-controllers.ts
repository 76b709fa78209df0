import type { TroubledController } from '@ohmstead/contract/operation'
import type { ControllerProblem } from '@ohmstead/domain/fleet/controller-problem'
import {
  compareVersions,
  findNewestVersions,
  type SoftwareUse,
} from '@ohmstead/domain/fleet/software-version'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { lateDays } from './figure-queries.ts'

export interface KnownSoftware extends SoftwareUse {
  isNewest: boolean
}

/** Each version in use, the newest of a kind first, and whether it is the newest that any controller of the kind runs. */
export function markNewest(uses: readonly SoftwareUse[]): KnownSoftware[] {
  const newest = findNewestVersions(uses)
  return uses
    .map((use) => ({ ...use, isNewest: compareVersions(use.version, newest.get(use.kind)!) === 0 }))
    .sort((a, b) => a.kind.localeCompare(b.kind) || compareVersions(b.version, a.version))
}

function withProblem(
  problem: ControllerProblem,
  { now, old }: { now: number; old: readonly SoftwareUse[] },
): Sql {
  switch (problem) {
    case 'late':
      return sql`not c.online and c.location_id is not null
        and c.last_seen_at >= ${new Date(now - lateDays * 86_400_000)}`
    case 'wrong_clock':
      return rawSql('c.clock_wrong')
    case 'old_software':
      return sql`c.location_id is not null and (c.kind, c.info->>'softwareVersion') in (
        select * from unnest(${old.map(({ kind }) => kind)}::text[], ${old.map(({ version }) => version)}::text[]))`
  }
}

// The longest silence, the furthest clock, the oldest software seen first; by id where these are equal.
const order: Record<ControllerProblem, Sql> = {
  late: rawSql('c.last_seen_at, c.id'),
  wrong_clock: rawSql('abs(c.clock_offset_ms) desc, c.id'),
  old_software: rawSql("c.kind, c.info->>'softwareVersion', c.id"),
}

/** A page of the controllers with a problem, and how many there are. */
export async function findTroubledControllers(
  db: Queryable,
  problem: ControllerProblem,
  {
    now,
    software,
    page,
    pageSize,
  }: {
    now: number
    software: readonly KnownSoftware[]
    page: number
    pageSize: number
  },
): Promise<{ total: number; controllers: TroubledController[] }> {
  const old = software.filter(({ isNewest }) => !isNewest)
  const where = sql`c.revoked_at is null and ${withProblem(problem, { now, old })}`
  const total = await db.row<{ count: number }>(
    sql`select count(*) as count from controller c where ${where}`,
  )
  const controllers = await db.rows<TroubledController>(sql`
    select c.id, c.unit_id, c.alias, c.kind, c.last_seen_at, c.clock_offset_ms, c.info->>'softwareVersion' as version,
      case when l.id is not null then json_build_object('id', l.id, 'name', l.name, 'company_id', l.company_id) end as location
    from controller c left join location l on l.id = c.location_id
    where ${where} order by ${order[problem]} limit ${pageSize} offset ${(page - 1) * pageSize}`)
  return { total: total!.count, controllers }
}
