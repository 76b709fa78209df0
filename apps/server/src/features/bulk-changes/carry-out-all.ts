import { decide } from '@ohmstead/domain/access/permission'
import type { BulkReason } from '@ohmstead/domain/fleet/bulk-change'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { actionOf } from './actions.ts'
import { LeftAlone } from './bulk-action.ts'
import type { TakenChange } from './bulk-run-queries.ts'
import { findActor } from './carry-out-item.ts'

/** Of an action that changes all at once: does so and notes it in one transaction. False if the action does not. */
export async function carryOutAll(db: Db, change: TakenChange, now: number): Promise<boolean> {
  const action = actionOf(change.wish)
  const { performAll } = action
  if (!performAll) return false
  await db.transaction(async (tx) => {
    // Another process at it waits here, and then finds nothing.
    await tx.row(sql`select id from bulk_change where id = ${change.id} for update`)
    const locationIds = await findWaitingLocations(tx, change.id)
    const { company_id: companyId, location_group_id: locationGroupId, id: changeId, wish } = change
    const actor = await findActor(tx, change).catch((error) => {
      if (error instanceof LeftAlone) return null
      throw error
    })
    const resource = { kind: 'group' as const, companyId, ownLocationIds: [] }
    if (decide(actor, action.permission, resource) !== 'allowed')
      return saveAll(
        tx,
        changeId,
        locationIds,
        locationIds.map(() => 'not_allowed'),
        now,
      )
    const items = locationIds.map((locationId) => ({ locationId, deviceId: null }))
    const reasons = await action.foresee(tx, wish, items)
    const audit = { actor, address: null, at: now }
    const changed = await performAll({ tx, wish, companyId, locationGroupId, changeId, locationIds, audit })
    const ends = locationIds.map((id, place) => (changed.has(id) ? null : (reasons[place] ?? 'busy')))
    await saveAll(tx, changeId, locationIds, ends, now)
  })
  return true
}

async function findWaitingLocations(tx: Queryable, changeId: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select i.location_id as id from bulk_item i join location l on l.id = i.location_id
        where i.change_id = ${changeId} and i.outcome = 'waiting' and l.deletion_due_at is null
        order by i.position for update of i`,
  )
  return rows.map(({ id }) => id)
}

async function saveAll(
  tx: Queryable,
  changeId: number,
  locationIds: readonly number[],
  reasons: readonly (BulkReason | null)[],
  now: number,
): Promise<void> {
  const at = new Date(now)
  await tx.run(
    sql`update bulk_item i set reason = e.reason, at = ${at},
          outcome = case when e.reason is null then 'done' else 'skipped' end
        from unnest(${locationIds}::int[], ${reasons}::text[]) as e (location_id, reason)
        where i.change_id = ${changeId} and i.location_id = e.location_id and i.outcome = 'waiting'`,
  )
  await tx.run(
    sql`update bulk_item set outcome = 'skipped', reason = 'gone', at = ${at}
        where change_id = ${changeId} and outcome = 'waiting'`,
  )
}
