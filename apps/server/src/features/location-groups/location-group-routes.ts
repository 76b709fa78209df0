import { locationGroupEndpoints } from '@ohmstead/contract/location-groups'
import { decide } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import { isForeignKeyViolation } from '../../platform/db/db-error.ts'
import { type Route, route } from '../../route.ts'
import { clearRuleAlarmsOfGroup } from '../alarms/rule-alarm-queries.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { findReaderLocale } from '../auth/reader-locale.ts'
import { getGroupLocations } from './get-group-locations.ts'
import {
  deleteLocationGroup,
  findLocationGroup,
  insertLocationGroup,
  updateLocationGroup,
} from './location-group-queries.ts'
import { moveIntoGroup } from './move-into-group.ts'

export const locationGroupRoutes: Route[] = [
  route(locationGroupEndpoints.get, async ({ db, actor, params, request }) => {
    const row = await findLocationGroup(db, actor, params.locationGroupId)
    if (!row) throw new AppError('not_found')
    const collator = new Intl.Collator(await findReaderLocale(db, actor, request), { numeric: true })
    const byName = (one: { name: string }, other: { name: string }) => collator.compare(one.name, other.name)
    const runsIt =
      decide(actor, 'group.edit', { kind: 'group', companyId: row.company_id, ownLocationIds: [] }) ===
      'allowed'
    return {
      locationGroup: {
        id: row.id,
        name: row.name,
        companyId: row.company_id,
        company: { id: row.company_id, name: row.company_name, rootGroup: { id: row.root_group_id } },
        path: row.path,
        groups: row.groups
          .filter((group) => runsIt || group.hasVisible)
          .map(({ id, name }) => ({ id, name }))
          .sort(byName),
        locations: row.locations.sort(byName),
      },
    }
  }),

  route(locationGroupEndpoints.locations, async ({ db, deps, actor, params, query, request }) => {
    const collator = new Intl.Collator(await findReaderLocale(db, actor, request), { numeric: true })
    return getGroupLocations(db, actor, params.locationGroupId, query, { now: deps.clock.now(), collator })
  }),

  route(locationGroupEndpoints.create, async (context) => {
    const { db, params, body } = context
    const locationGroup = await db.transaction(async (tx) => {
      const created = await insertLocationGroup(tx, params.companyId, body.parentId, body.name)
      if (!created) throw new AppError('not_found')
      const { companyId } = params
      const entry = { action: 'location_group_created' as const, companyId, after: created }
      await recordAudit(tx, auditContextOf(context), entry)
      return created
    })
    return { locationGroup }
  }),

  route(locationGroupEndpoints.update, async (context) => {
    const { db, actor, params, body } = context
    const group = await findLocationGroup(db, actor, params.locationGroupId)
    const locationGroup = await db.transaction(async (tx) => {
      const renamed = await updateLocationGroup(tx, params.locationGroupId, body.name)
      if (!group || !renamed) throw new AppError('not_found')
      await recordAudit(tx, auditContextOf(context), {
        action: 'location_group_changed',
        companyId: group.company_id,
        before: { id: group.id, name: group.name },
        after: renamed,
      })
      return renamed
    })
    return { locationGroup }
  }),

  route(locationGroupEndpoints.remove, async (context) => {
    const { db, deps, actor, params } = context
    const group = await findLocationGroup(db, actor, params.locationGroupId)
    if (!group) throw new AppError('not_found')
    if (group.root_group_id === group.id) throw new AppError('conflict')
    // The database decides whether it is empty: a location may have been added since.
    const deleted = db.transaction(async (tx) => {
      await clearRuleAlarmsOfGroup(tx, group.id, deps.clock.now())
      await deleteLocationGroup(tx, group.id)
      await recordAudit(tx, auditContextOf(context), {
        action: 'location_group_deleted',
        companyId: group.company_id,
        before: { id: group.id, name: group.name },
      })
    })
    await deleted.catch((error) => {
      throw isForeignKeyViolation(error) ? new AppError('group_not_empty') : error
    })
  }),

  route(locationGroupEndpoints.move, async (context) => {
    const { db, actor, params, body } = context
    const group = await findLocationGroup(db, actor, params.locationGroupId)
    if (!group) throw new AppError('not_found')
    await db.transaction((tx) => moveIntoGroup(tx, group, body, auditContextOf(context)))
  }),
]
