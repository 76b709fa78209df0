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
import { isRefusedSince } from './operation-queries.ts'

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
  { now, refusedSince, old }: { now: number; refusedSince: number; old: readonly SoftwareUse[] },
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
    case 'refused':
      return sql`c.id in (select controller_id from link_refusal where ${isRefusedSince(refusedSince)})`
  }
}

// The longest silence, the furthest clock, the oldest software, the latest refusal first; by id where these are equal.
const order: Record<ControllerProblem, Sql> = {
  late: rawSql('c.last_seen_at, c.id'),
  wrong_clock: rawSql('abs(c.clock_offset_ms) desc, c.id'),
  old_software: rawSql("c.kind, c.info->>'softwareVersion', c.id"),
  refused: rawSql('(select max(last_at) from link_refusal where controller_id = c.id) desc, c.id'),
}

/** A page of the controllers with a problem, and how many there are. */
export async function findTroubledControllers(
  db: Queryable,
  problem: ControllerProblem,
  {
    now,
    refusedSince,
    software,
    page,
    pageSize,
  }: {
    now: number
    refusedSince: number
    software: readonly KnownSoftware[]
    page: number
    pageSize: number
  },
): Promise<{ total: number; controllers: TroubledController[] }> {
  const old = software.filter(({ isNewest }) => !isNewest)
  const where = sql`c.revoked_at is null and ${withProblem(problem, { now, refusedSince, old })}`
  const refusals =
    problem === 'refused'
      ? sql`(select json_agg(json_build_object('reason', reason, 'last_at', (extract(epoch from last_at) * 1000)::bigint)
            order by last_at desc, reason) from link_refusal where controller_id = c.id and last_at >= ${new Date(refusedSince)})`
      : rawSql("'[]'::json")
  const total = await db.row<{ count: number }>(
    sql`select count(*) as count from controller c where ${where}`,
  )
  const controllers = await db.rows<TroubledController>(sql`
    select c.id, c.unit_id, c.alias, c.kind, c.last_seen_at, c.clock_offset_ms, c.info->>'softwareVersion' as version,
      case when l.id is not null then json_build_object('id', l.id, 'name', l.name, 'company_id', l.company_id) end as location,
      ${refusals} as refusals
    from controller c left join location l on l.id = c.location_id
    where ${where} order by ${order[problem]} limit ${pageSize} offset ${(page - 1) * pageSize}`)
  return { total: total!.count, controllers }
}
