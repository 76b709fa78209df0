import { energySharingEndpoints } from '@ohmstead/contract/energy-sharing'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { runsCompany } from '../price-lists/price-owner.ts'
import { checkGroup, checkKey } from './check-group.ts'
import { getOrganisedGroup } from './get-group.ts'
import {
  countGroups,
  deleteGroup,
  findGroups,
  type GroupContent,
  type GroupRow,
  hasStatements,
  insertGroup,
  lockGroup,
  touchGroup,
  updateGroup,
} from './group-queries.ts'
import { toGroupView, viewGroup } from './group-view.ts'
import { findKeys, insertKey } from './key-queries.ts'
import { findTakingPart } from './member-queries.ts'

/** Of a company, or of one person. */
const mostGroups = 200
/** Of a group: a new one every day for a year. */
const mostKeys = 400

export const sharingGroupRoutes: Route[] = [
  route(energySharingEndpoints.list, async ({ db, deps, actor }) => ({
    groups: (await findGroups(db, actor, localDay(deps.clock.now()))).map(toGroupView),
  })),

  route(energySharingEndpoints.create, async (context) => {
    const { db, actor, body } = context
    const { scheme, companyId, ...content } = body
    if (companyId !== null && !runsCompany(actor, companyId)) throw new AppError('not_found')
    checkGroup(scheme, content)
    const audit = auditContextOf(context)
    const owner = { companyId, userId: actor.userId }
    const id = await db.transaction(async (tx) => {
      const groupId = await insertGroup(tx, owner, scheme, content, audit.at)
      if ((await countGroups(tx, owner)) > mostGroups) throw new AppError('too_many_groups')
      await recordAudit(tx, audit, {
        action: 'sharing_group_created',
        companyId,
        after: { id: groupId, scheme, ...content },
      })
      return groupId
    })
    return viewGroup(context, id)
  }),

  route(energySharingEndpoints.get, (context) => viewGroup(context, context.params.sharingGroupId)),

  route(energySharingEndpoints.update, async (context) => {
    const { db, params, body } = context
    const { version, ...content } = body
    const before = await getOrganisedGroup(context, params.sharingGroupId)
    checkGroup(before.scheme, content)
    const audit = auditContextOf(context)
    const changed = changedFields(contentOf(before), content)
    await db.transaction(async (tx) => {
      if (!(await updateGroup(tx, before.id, version, content, audit.at)))
        throw new AppError('edited_meanwhile')
      if (changed)
        await recordAudit(tx, audit, {
          action: 'sharing_group_changed',
          companyId: before.company_id,
          before: { id: before.id, ...changed.before },
          after: { id: before.id, ...changed.after },
        })
    })
    return viewGroup(context, before.id)
  }),

  route(energySharingEndpoints.remove, async (context) => {
    const { db, params } = context
    const group = await getOrganisedGroup(context, params.sharingGroupId)
    await db.transaction(async (tx) => {
      if (!(await lockGroup(tx, group.id))) throw new AppError('not_found')
      if (await hasStatements(tx, group.id)) throw new AppError('sharing_settled')
      await deleteGroup(tx, group.id)
      await recordAudit(tx, auditContextOf(context), {
        action: 'sharing_group_deleted',
        companyId: group.company_id,
        before: { id: group.id, name: group.name },
      })
    })
  }),

  route(energySharingEndpoints.setKey, async (context) => {
    const { db, actor, params, body } = context
    const group = await getOrganisedGroup(context, params.sharingGroupId)
    const audit = auditContextOf(context)
    await db.transaction(async (tx) => {
      await touchGroup(tx, group.id, audit.at)
      const key = checkKey(body.key, await findTakingPart(tx, group.id))
      const keys = await findKeys(tx, group.id)
      if (keys.length >= mostKeys) throw new AppError('too_many_keys')
      const { validFrom } = body
      await insertKey(tx, group.id, { validFrom, key, createdBy: actor.userId, now: audit.at })
      await recordAudit(tx, audit, {
        action: 'sharing_key_set',
        companyId: group.company_id,
        after: { id: group.id, validFrom, key },
      })
    })
    return viewGroup(context, group.id)
  }),
]

const contentOf = (row: GroupRow): GroupContent => ({
  name: row.name,
  organiser: row.organiser,
  priceTerms: row.price_terms,
  communityCase: row.community_case,
  validFrom: row.valid_from,
})
