import { Readable } from 'node:stream'
import { bulkChangeEndpoints } from '@ohmstead/contract/bulk-changes'
import { mediaTypes } from '@ohmstead/contract/media-types'
import type { Actor } from '@ohmstead/domain/access/permission'
import { type BulkReason, canUndo, mostBulkItems } from '@ohmstead/domain/fleet/bulk-change'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/db-error.ts'
import { fileRoute, type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { findLocationSigns } from '../location-groups/group-location-queries.ts'
import { findCompanyOfGroup } from '../location-groups/location-group-queries.ts'
import { judgeLocation } from '../location-groups/sort-by-trouble.ts'
import { actionOf, listItems } from './actions.ts'
import {
  cancelBulkChange,
  findBulkChange,
  findBulkChanges,
  insertBulkChange,
  lockEndedChange,
} from './bulk-change-queries.ts'
import { findItems, findMarked, insertItems, insertUndoItems, itemsPerPage } from './bulk-item-queries.ts'
import { findSettings } from './bulk-setting-queries.ts'
import { writeItems } from './write-items.ts'

export const bulkChangeRoutes: Route[] = [
  route(bulkChangeEndpoints.list, async ({ db, params }) => ({
    changes: await findBulkChanges(db, await getCompanyId(db, params.locationGroupId)),
  })),

  route(bulkChangeEndpoints.locations, async ({ db, deps, actor, params, query }) => {
    const { search, state } = query
    const signs = await findLocationSigns(db, actor, params.locationGroupId, search)
    const now = deps.clock.now()
    const found = state ? signs.filter((one) => judgeLocation(one, now) === state) : signs
    return { ids: found.slice(0, mostBulkItems).map(({ id }) => id), total: found.length }
  }),

  route(bulkChangeEndpoints.preview, async ({ db, actor, params, body }) => {
    const { locationIds, wish } = body
    const companyId = await getCompanyId(db, params.locationGroupId)
    const action = actionOf(wish)
    await action.check(db, companyId, wish)
    const total = new Set(locationIds).size
    const marked = await findMarked(db, actor, params.locationGroupId, locationIds)
    const items = await listItems(db, wish, marked)
    const foreseen = (await action.foresee(db, wish, items)).filter((reason) => reason !== null)
    const counts = new Map<BulkReason, number>()
    for (const reason of foreseen) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    if (marked.length < total) counts.set('gone', total - marked.length)
    return {
      total: items.length + total - marked.length,
      touched: items.length - foreseen.length,
      left_out: [...counts]
        .map(([reason, count]) => ({ reason, count }))
        .sort((one, other) => other.count - one.count),
    }
  }),

  route(bulkChangeEndpoints.settings, async ({ db, actor, params, body }) => ({
    settings: await findSettings(db, await findMarked(db, actor, params.locationGroupId, body.locationIds)),
  })),

  route(bulkChangeEndpoints.start, async (context) => {
    const { db, deps, actor, params, body } = context
    const { locationGroupId } = params
    const { locationIds, wish } = body
    const companyId = await getCompanyId(db, locationGroupId)
    await actionOf(wish).check(db, companyId, wish)
    const id = await db.transaction(async (tx) => {
      const marked = await findMarked(tx, actor, locationGroupId, locationIds)
      if (marked.length === 0) throw new AppError('not_found')
      const changeId = await insertChange(tx, context, { companyId, locationGroupId, wish, undoes: null })
      const items = await listItems(tx, wish, marked)
      if (items.length > mostBulkItems)
        throw new AppError('invalid_request', { fields: { locationIds: 'max' } })
      await insertItems(tx, changeId, items)
      const after = { id: changeId, ...wish, locations: marked.length }
      await recordAudit(tx, auditContextOf(context), { action: 'bulk_change_started', companyId, after })
      return changeId
    })
    await deps.bulkChanges.begin()
    return { change: await getChange(db, companyId, id) }
  }),

  route(bulkChangeEndpoints.one, async ({ db, params }) => ({
    change: await getChange(db, await getCompanyId(db, params.locationGroupId), params.bulkChangeId),
  })),

  route(bulkChangeEndpoints.items, async ({ db, params, query }) => {
    const companyId = await getCompanyId(db, params.locationGroupId)
    const change = await getChange(db, companyId, params.bulkChangeId)
    const { outcome = null, after = null } = query
    const found = await findItems(db, change.id, { outcome, after, limit: itemsPerPage + 1 })
    const items = found.slice(0, itemsPerPage)
    return { items, next: found.length > itemsPerPage ? items.at(-1)!.position : null }
  }),

  fileRoute(bulkChangeEndpoints.file, async ({ db, params }) => {
    const companyId = await getCompanyId(db, params.locationGroupId)
    const { id } = await getChange(db, companyId, params.bulkChangeId)
    const content = Readable.from(writeItems(db.at('job'), id))
    return { type: mediaTypes.csv, content, saveAs: `change-${id}.csv` }
  }),

  route(bulkChangeEndpoints.cancel, async (context) => {
    const { db, deps, actor, params } = context
    const companyId = await getCompanyId(db, params.locationGroupId)
    const { id } = await getChange(db, companyId, params.bulkChangeId)
    await db.transaction(async (tx) => {
      const at = { userId: actor.userId, now: deps.clock.now() }
      if (await cancelBulkChange(tx, id, at))
        await recordAudit(tx, auditContextOf(context), {
          action: 'bulk_change_cancelled',
          companyId,
          after: { id },
        })
    })
    return { change: await getChange(db, companyId, id) }
  }),

  route(bulkChangeEndpoints.undo, async (context) => {
    const { db, deps, params } = context
    const { locationGroupId, bulkChangeId: undoes } = params
    const companyId = await getCompanyId(db, locationGroupId)
    const undoing = db.transaction(async (tx) => {
      const before = await lockEndedChange(tx, companyId, undoes)
      if (!before) throw new AppError('not_found')
      const hasEnded = before.state === 'done' || before.state === 'cancelled'
      if (!hasEnded || before.undoes !== null || !canUndo(before.wish.action)) throw new AppError('conflict')
      const { wish } = before
      const changeId = await insertChange(tx, context, { companyId, locationGroupId, wish, undoes })
      const count = await insertUndoItems(tx, changeId, undoes)
      if (count === 0) throw new AppError('conflict')
      const after = { id: changeId, undoes, locations: count }
      await recordAudit(tx, auditContextOf(context), { action: 'bulk_change_undone', companyId, after })
      return changeId
    })
    const id = await undoing.catch((error) => {
      throw isUniqueViolation(error) ? new AppError('conflict') : error
    })
    await deps.bulkChanges.begin()
    return { change: await getChange(db, companyId, id) }
  }),
]

/** Of a group that the caller runs. */
async function getCompanyId(db: Queryable, locationGroupId: number): Promise<number> {
  const companyId = await findCompanyOfGroup(db, locationGroupId)
  if (companyId === undefined) throw new AppError('not_found')
  return companyId
}

async function getChange(db: Queryable, companyId: number, id: number) {
  const change = await findBulkChange(db, companyId, id)
  if (!change) throw new AppError('not_found')
  return change
}

async function insertChange(
  tx: Queryable,
  { actor, deps }: { actor: Actor; deps: { clock: { now(): number } } },
  change: Omit<Parameters<typeof insertBulkChange>[1], 'userId' | 'impersonatorId' | 'now'>,
): Promise<number> {
  const { userId, impersonatorId = null } = actor
  const id = await insertBulkChange(tx, { ...change, userId, impersonatorId, now: deps.clock.now() })
  if (id === null) throw new AppError('too_many_bulk_changes')
  return id
}
