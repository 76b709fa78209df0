import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import { planStages, rollOutPlans } from '@ohmstead/domain/software/roll-out-stages'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { canUpdate, isSuitable } from '../updates/controller-update-queries.ts'
import {
  findCandidateLocations,
  insertRollOut,
  insertTargets,
  isOfferable,
  saveStages,
} from '../updates/roll-out-queries.ts'
import { type ActionOf, type AllTurns, LeftAlone } from './bulk-action.ts'

type Update = Extract<BulkWish, { action: 'update' }>

const stopShare = 20

/** Starts a roll-out over the controllers of exactly these locations, which has a page of its own. */
export const updateAction: ActionOf<Update> = {
  permission: 'group.edit',
  check: async (db, _, { imageId }) => {
    if (!(await isOfferable(db, imageId))) throw new AppError('not_found')
  },
  foresee: async (db, { imageId }, items) => {
    const locationIds = items.map(({ locationId }) => locationId)
    const filter = { companyId: null, locationGroupId: null, version: null, locationIds }
    const reached = new Set(await findCandidateLocations(db, imageId, filter))
    const kept = await findKept(db, imageId, locationIds)
    return locationIds.map((id) => (reached.has(id) ? null : (kept.get(id) ?? 'no_controller')))
  },
  performAll: startRollOut,
  perform: async () => {
    throw new LeftAlone('unexpected')
  },
  undo: async () => {
    throw new LeftAlone('unexpected')
  },
}

async function startRollOut(all: AllTurns<Update>): Promise<ReadonlySet<number>> {
  const { tx, wish, companyId, locationGroupId, locationIds, changeId, audit } = all
  const { imageId, name, plan, stopFailures } = wish
  const filter = { companyId, locationGroupId: null, version: null, locationIds }
  const reached = await findCandidateLocations(tx, imageId, filter)
  if (reached.length === 0) return new Set()
  const [userId, now] = [audit.actor!.userId, audit.at]
  const shown = { ...filter, locationGroupId }
  const rollOut = { name, imageId, filter: shown, stopFailures, stopShare, userId, now }
  const rollOutId = await insertRollOut(tx, rollOut)
  const total = await insertTargets(tx, { rollOutId, imageId, filter, userId, now })
  const stages = planStages(rollOutPlans[plan], total)
  await saveStages(tx, rollOutId, stages)
  await tx.run(sql`update bulk_change set roll_out_id = ${rollOutId} where id = ${changeId}`)
  await recordAudit(tx, audit, {
    action: 'roll_out_started',
    companyId,
    after: { name, imageId, companyId, locationGroupId, controllers: total, stages, stopFailures, stopShare },
  })
  return new Set(reached)
}

/** Why a location with a controller gets nothing. */
async function findKept(
  db: Queryable,
  imageId: number,
  locationIds: readonly number[],
): Promise<Map<number, 'already' | 'busy' | 'not_suitable'>> {
  const rows = await db.rows<{ id: number; is_suitable: boolean; is_there: boolean }>(
    sql`select c.location_id as id, bool_or(${canUpdate} and ${isSuitable}) as is_suitable,
          bool_or(c.info ->> 'softwareVersion' = i.version) as is_there
        from controller c join software_image i on i.id = ${imageId}
        where c.location_id = any(${locationIds}::int[]) and c.revoked_at is null group by 1`,
  )
  return new Map(
    rows.map(({ id, is_suitable, is_there }) => [
      id,
      is_there ? 'already' : is_suitable ? 'busy' : 'not_suitable',
    ]),
  )
}
