import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { advancePlan, isWithin, type SlotPlan } from './slot-plan.ts'

const leaseSeconds = 15
interface SlotRow {
  slot: number
  is_own: boolean
  is_free: boolean
  is_ready: boolean
  has_former_filters: boolean
}

export interface Lease {
  plan: SlotPlan
  /** Of both sets. */
  own: { slot: number; isReady: boolean; hasFormerFilters: boolean }[]
}

/**
 * Renews this process's leases and balances the slots between the living processes: it takes free and expired ones
 * up to its share and releases the rest. Returns the slots it owns for the next 15 seconds.
 * The database's clock decides, so the clocks of the processes need not agree.
 */
export function leaseSlots(db: Db, processId: string): Promise<Lease> {
  return db.transaction(async (tx) => {
    await tx.row(sql`select pg_advisory_xact_lock(hashtext('link slots'))`)
    await tx.run(
      sql`insert into link_process (process_id, seen_until) values (${processId}, now() + make_interval(secs => ${leaseSeconds}::int))
          on conflict (process_id) do update set seen_until = excluded.seen_until`,
    )
    await tx.run(sql`delete from link_process where seen_until < now()`)
    const processes = await tx.row<{ count: number }>(sql`select count(*)::int as count from link_process`)
    const plan = await advancePlan(tx)
    const rows = await tx.rows<SlotRow>(
      sql`select slot, process_id = ${processId} and leased_until > now() as is_own,
            process_id is null or leased_until < now() as is_free, is_ready, has_former_filters
          from link_slot order by slot`,
    )
    const kept = [plan.current, plan.next].flatMap((set) =>
      set ? chooseSlots(rows.filter(isWithin(set)), Math.ceil(set.count / (processes?.count ?? 1))) : [],
    )
    const numbers = kept.map(({ slot }) => slot)
    await tx.run(
      sql`update link_slot set process_id = ${processId}, leased_until = now() + make_interval(secs => ${leaseSeconds}::int)
          where slot = any(${numbers}::int[])`,
    )
    await tx.run(
      sql`update link_slot set process_id = null, leased_until = null
          where process_id = ${processId} and not slot = any(${numbers}::int[])`,
    )
    const own = kept.map(({ slot, is_ready: isReady, has_former_filters: hasFormerFilters }) => ({
      ...{ slot, isReady, hasFormerFilters },
    }))
    return { plan, own }
  })
}

function chooseSlots(rows: SlotRow[], share: number): SlotRow[] {
  const own = rows.filter((row) => row.is_own).slice(0, share)
  const free = rows.filter((row) => row.is_free)
  return [...own, ...free.slice(0, share - own.length)]
}

/** The broker keeps everything for a slot of the next set. */
export async function markReady(db: Db, slot: number): Promise<void> {
  await db.run(sql`update link_slot set is_ready = true where slot = ${slot}`)
}

export async function markFormerFiltersGone(db: Db, slot: number): Promise<void> {
  await db.run(sql`update link_slot set has_former_filters = false where slot = ${slot}`)
}

/** A slot of the old set is empty, and the broker has forgotten it. */
export async function removeSlot(db: Db, slot: number): Promise<void> {
  await db.run(sql`delete from link_slot where slot = ${slot}`)
}

/** Releases everything of a process at once, so that another need not wait for the leases to end. */
export async function releaseSlots(db: Db, processId: string): Promise<void> {
  await db.run(
    sql`update link_slot set process_id = null, leased_until = null where process_id = ${processId}`,
  )
  await db.run(sql`delete from link_process where process_id = ${processId}`)
}

/**
 * The prefix of the slots' client ids. Random and stored in the database: anybody who could guess it could take over a
 * slot's session at the broker, and its queue with it.
 */
export async function findSlotPrefix(db: Db, candidate: string): Promise<string> {
  await db.run(
    sql`insert into setting (key, value) values ('link.slot_prefix', ${JSON.stringify(candidate)}::jsonb) on conflict (key) do nothing`,
  )
  const row = await db.row<{ value: string }>(sql`select value from setting where key = 'link.slot_prefix'`)
  return row!.value
}
