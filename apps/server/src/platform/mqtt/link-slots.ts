import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/** The controllers of an external broker are divided into this many slots; each is read by one process at a time. */
export const slotCount = 32

const leaseSeconds = 15

/** The slot of a controller; the same in every process and version, because the broker keeps a queue per slot. */
export function slotOf(serial: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < serial.length; index++) {
    value = Math.imul(value ^ serial.charCodeAt(index), 0x01000193) >>> 0
  }
  return value % slotCount
}

/**
 * Renews this process's leases and balances the slots between the living processes: it takes free and expired ones
 * up to its share and releases the rest. Returns the slots it owns for the next 15 seconds.
 * The database's clock decides, so the clocks of the processes need not agree.
 */
export function leaseSlots(db: Db, processId: string): Promise<number[]> {
  return db.transaction(async (tx) => {
    await tx.run(
      sql`insert into link_slot (slot) select generate_series(0, ${slotCount - 1}::int) on conflict do nothing`,
    )
    await tx.row(sql`select pg_advisory_xact_lock(hashtext('link slots'))`)
    await tx.run(
      sql`insert into link_process (process_id, seen_until) values (${processId}, now() + make_interval(secs => ${leaseSeconds}::int))
          on conflict (process_id) do update set seen_until = excluded.seen_until`,
    )
    await tx.run(sql`delete from link_process where seen_until < now()`)
    const processes = await tx.row<{ count: number }>(sql`select count(*)::int as count from link_process`)
    const rows = await tx.rows<{ slot: number; is_own: boolean; is_free: boolean }>(
      sql`select slot, process_id = ${processId} and leased_until > now() as is_own,
            process_id is null or leased_until < now() as is_free
          from link_slot order by slot`,
    )
    const share = Math.ceil(slotCount / (processes?.count ?? 1))
    const own = rows.filter((row) => row.is_own).map((row) => row.slot)
    const free = rows.filter((row) => row.is_free).map((row) => row.slot)
    const kept = [...own.slice(0, share), ...free.slice(0, Math.max(0, share - own.length))]
    await tx.run(
      sql`update link_slot set process_id = ${processId}, leased_until = now() + make_interval(secs => ${leaseSeconds}::int)
          where slot = any(${kept}::int[])`,
    )
    await tx.run(
      sql`update link_slot set process_id = null, leased_until = null
          where process_id = ${processId} and not slot = any(${kept}::int[])`,
    )
    return kept
  })
}

/** Releases everything at once, so that another process need not wait for the leases to end. */
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
