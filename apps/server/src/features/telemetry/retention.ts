import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

const dayMs = 86_400_000
/** Lost readings cannot be restored: a request to keep less takes effect after a day, and one to keep more lasts a day. */
const waitMs = dayMs
const forgetMs = 30 * dayMs

/** At which age readings are dropped (RAW_RETENTION_DAYS), and thinned and packed (RAW_PACK_AFTER_DAYS). */
export type AgeKind = 'drop' | 'pack'
const tables = { drop: rawSql('sample_retention'), pack: rawSql('sample_pack_age') }

/** An age requested by a process: since when, and when last. */
export interface RequestedAge {
  days: number
  announced_at: number
  renewed_at: number
  /** At most one is. */
  in_force: boolean
  confirmed_at: number | null
}

export interface Retention {
  /** The age in force; null before the first. */
  days: number | null
  /** Whether it has been requested for a day, so that older readings may be dropped or thinned. */
  isSettled: boolean
  /** A lower age that an operator has to confirm, since readings would be lost. */
  waitingDays: number | null
}

export interface ChosenAge {
  /** The most that any process has requested within a day. */
  days: number
  isSettled: boolean
  /** Lower than the one in force, or the first of all, and not confirmed: allowed only if nothing is lost by it. */
  needsConfirmation: boolean
}

export function chooseAge(requests: readonly RequestedAge[], now: number): ChosenAge {
  const standing = requests.filter((request) => now - request.renewed_at < waitMs)
  const days = Math.max(...standing.map((request) => request.days))
  const inForce = requests.find((request) => request.in_force)
  const isConfirmed = requests.some((request) => request.days === days && request.confirmed_at !== null)
  return {
    days,
    isSettled: isSettled(requests, days, now),
    needsConfirmation: (inForce === undefined || days < inForce.days) && !isConfirmed,
  }
}

const isSettled = (requests: readonly RequestedAge[], days: number, now: number) =>
  requests.some(
    ({ days: asked, announced_at, renewed_at }) =>
      asked <= days && now - announced_at >= waitMs && now - renewed_at < forgetMs,
  )

/**
 * Announces an age that this process wants, and returns the common one. `loses` tells whether readings would be dropped
 * or thinned by an age now; then it must be confirmed.
 */
export async function announceAge(
  db: Queryable,
  kind: AgeKind,
  { days, now }: { days: number; now: number },
  loses: (days: number) => Promise<boolean>,
): Promise<Retention> {
  const table = tables[kind]
  const instant = new Date(now)
  await db.run(sql`delete from ${table} where renewed_at < ${new Date(now - forgetMs)} and not in_force`)
  // Repeated after a pause, it is a new request, and what was confirmed is not any more.
  await db.run(sql`
    insert into ${table} as r (days, announced_at, renewed_at) values (${days}, ${instant}, ${instant})
    on conflict (days) do update set renewed_at = ${instant},
      confirmed_at = case when r.renewed_at >= ${new Date(now - waitMs)} then r.confirmed_at end,
      announced_at = case when r.renewed_at < ${new Date(now - waitMs)} then ${instant}::timestamptz else r.announced_at end`)
  const requests = await findRequests(db, kind)
  const chosen = chooseAge(requests, now)
  const inForce = requests.find((request) => request.in_force)?.days ?? null
  if (chosen.needsConfirmation && (await loses(chosen.days))) {
    const isOldSettled = inForce !== null && isSettled(requests, inForce, now)
    return { days: inForce, isSettled: isOldSettled, waitingDays: chosen.days }
  }
  // A lower age that was confirmed once has to be confirmed again.
  if (chosen.days !== inForce)
    await db.run(sql`
      update ${table} set in_force = days = ${chosen.days},
        confirmed_at = case when days >= ${chosen.days} then confirmed_at end
      where in_force or days <= ${chosen.days}`)
  return { days: chosen.days, isSettled: chosen.isSettled, waitingDays: null }
}

export async function findRequests(db: Queryable, kind: AgeKind): Promise<RequestedAge[]> {
  return db.rows<RequestedAge>(
    sql`select days, announced_at, renewed_at, in_force, confirmed_at from ${tables[kind]} order by days`,
  )
}

/** Allows an age that a process has asked for; false if none has. */
export async function confirmAge(
  db: Queryable,
  kind: AgeKind,
  { days, now }: { days: number; now: number },
): Promise<boolean> {
  const confirmed = await db.run(
    sql`update ${tables[kind]} set confirmed_at = ${new Date(now)} where days = ${days}`,
  )
  return confirmed === 1
}
