import type { Db, Queryable } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/**
 * The controllers of an external broker are divided into slots; each is read by one process at a time. Slots are numbered
 * without end, so that another number of them is a set of its own beside the present one.
 */
export interface SlotSet {
  first: number
  count: number
}

/**
 * `next` takes the place of `current` in two steps: `preparing`, until the broker keeps all messages for both, then
 * `draining`, until what the old sessions have is stored.
 */
export interface SlotPlan {
  current: SlotSet
  next: SlotSet | null
  phase: 'steady' | 'preparing' | 'draining'
}

export const usualSlots: SlotSet = { first: 0, count: 32 }
export const mostSlots = 1024

const planKey = 'link.slots'

/** The slot of a controller; the same in every process and version, because the broker keeps a queue per slot. */
export function slotOf(serial: string, { first, count }: SlotSet = usualSlots): number {
  let value = 0x811c9dc5
  for (let index = 0; index < serial.length; index++) {
    value = Math.imul(value ^ serial.charCodeAt(index), 0x01000193) >>> 0
  }
  return first + (value % count)
}

export const isWithin =
  ({ first, count }: SlotSet) =>
  ({ slot }: { slot: number }) =>
    slot >= first && slot < first + count

/** Reads the plan, takes the step that is due, and makes missing rows. */
export async function advancePlan(tx: Queryable): Promise<SlotPlan> {
  const { current, next } = await findPlan(tx)
  if (!next) {
    await insertSlots(tx, current)
    return { current, next, phase: 'steady' }
  }
  await insertSlots(tx, next)
  const rows = await tx.rows<{ slot: number; is_ready: boolean }>(sql`select slot, is_ready from link_slot`)
  if (!rows.filter(isWithin(next)).every((row) => row.is_ready)) return { current, next, phase: 'preparing' }
  if (rows.some(isWithin(current))) return { current, next, phase: 'draining' }
  await writePlan(tx, { current: next, next: null })
  return { current: next, next: null, phase: 'steady' }
}

type StoredPlan = Pick<SlotPlan, 'current' | 'next'>

async function findPlan(db: Queryable): Promise<StoredPlan> {
  const row = await db.row<{ value: StoredPlan }>(sql`select value from setting where key = ${planKey}`)
  return row?.value ?? { current: usualSlots, next: null }
}

async function writePlan(db: Queryable, plan: StoredPlan): Promise<void> {
  await db.run(
    sql`insert into setting (key, value) values (${planKey}, ${JSON.stringify(plan)}::jsonb)
        on conflict (key) do update set value = excluded.value`,
  )
}

async function insertSlots(db: Queryable, { first, count }: SlotSet): Promise<void> {
  await db.run(
    sql`insert into link_slot (slot) select generate_series(${first}::int, ${first + count - 1}::int) on conflict do nothing`,
  )
}

/** Wants another number of slots; the running processes bring it about. */
export function resizeSlots(db: Db, count: number): Promise<'begun' | 'same' | 'busy'> {
  return db.transaction(async (tx) => {
    await tx.row(sql`select pg_advisory_xact_lock(hashtext('link slots'))`)
    const { current, next } = await findPlan(tx)
    if (next) return next.count === count ? 'same' : 'busy'
    if (current.count === count) return 'same'
    await insertSlots(tx, current)
    await writePlan(tx, { current, next: { first: current.first + current.count, count } })
    return 'begun'
  })
}

export interface SlotReport {
  plan: StoredPlan
  /** Of the next set, prepared ones; of the present one, those that are left. */
  prepared: number
  left: number
  processes: number
}

export async function describeSlots(db: Db): Promise<SlotReport> {
  const plan = await findPlan(db)
  const rows = await db.rows<{ slot: number; is_ready: boolean }>(sql`select slot, is_ready from link_slot`)
  const processes = await db.row<{ count: number }>(
    sql`select count(*)::int as count from link_process where seen_until > now()`,
  )
  return {
    plan,
    prepared: plan.next ? rows.filter(isWithin(plan.next)).filter((row) => row.is_ready).length : 0,
    left: rows.filter(isWithin(plan.current)).length,
    processes: processes?.count ?? 0,
  }
}
