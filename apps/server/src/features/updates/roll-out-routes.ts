import { rollOutEndpoints } from '@ohmstead/contract/updates-roll-outs'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { planStages } from '@ohmstead/domain/software/roll-out-stages'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import {
  cancelTargets,
  countCandidates,
  countTargets,
  findRollOut,
  findRollOuts,
  findTargets,
  insertRollOut,
  insertTargets,
  isGroupOf,
  isOfferable,
  lockRollOut,
  type RollOutFilter,
  renewRequests,
  type Scope,
  saveRollOutState,
  saveStages,
  targetsPerPage,
} from './roll-out-queries.ts'

export const rollOutRoutes: Route[] = [
  route(rollOutEndpoints.list, async ({ db, actor }) => ({
    roll_outs: await findRollOuts(db, scopeOf(actor)),
  })),

  route(rollOutEndpoints.candidates, async ({ db, actor, query }) => {
    const { imageId, companyId = null, locationGroupId = null, version = null } = query
    const filter = { companyId, locationGroupId, version: version || null }
    await checkFilter(db, actor, imageId, filter)
    const versions = await countCandidates(db, imageId, filter)
    const sum = (key: 'count' | 'online') => versions.reduce((total, row) => total + row[key], 0)
    return {
      count: sum('count'),
      online: sum('online'),
      versions: versions.slice(0, 20).map((row) => ({ version: row.version, count: row.count })),
    }
  }),

  route(rollOutEndpoints.create, async (context) => {
    const { db, deps, actor, body } = context
    const { name, imageId, companyId, locationGroupId, version, stages, stopFailures, stopShare } = body
    const filter = { companyId, locationGroupId, version: version || null }
    await checkFilter(db, actor, imageId, filter)
    const { userId } = actor
    const now = deps.clock.now()
    const id = await db.transaction(async (tx) => {
      const rollOutId = await insertRollOut(tx, {
        name,
        imageId,
        filter,
        stopFailures,
        stopShare,
        userId,
        now,
      })
      const total = await insertTargets(tx, { rollOutId, imageId, filter, userId, now })
      if (total === 0) throw new AppError('no_controllers')
      const ends = planStages(stages, total)
      await saveStages(tx, rollOutId, ends)
      const after = { name, imageId, ...filter, controllers: total, stages: ends, stopFailures, stopShare }
      await recordAudit(tx, auditContextOf(context), { action: 'roll_out_started', companyId, after })
      return rollOutId
    })
    deps.updates.wake()
    return { roll_out: await getRollOut(db, scopeOf(actor), id) }
  }),

  route(rollOutEndpoints.one, async ({ db, actor, params }) => ({
    roll_out: await getRollOut(db, scopeOf(actor), params.rollOutId),
  })),

  route(rollOutEndpoints.targets, async ({ db, actor, params, query }) => {
    const { rollOutId } = params
    await getRollOut(db, scopeOf(actor), rollOutId)
    const { state = null, page } = query
    return {
      controllers: await findTargets(db, rollOutId, { state, page }),
      total: await countTargets(db, rollOutId, state),
      page,
      page_size: targetsPerPage,
    }
  }),

  route(rollOutEndpoints.act, async (context) => {
    const { db, deps, actor, params, body } = context
    const { rollOutId } = params
    const scope = scopeOf(actor)
    await db.transaction(async (tx) => {
      const before = await lockRollOut(tx, scope, rollOutId)
      if (!before) throw new AppError('not_found')
      // Of two people who act on what they see the second sees first what the other did.
      if (before.revision !== body.revision) throw new AppError('edited_meanwhile')
      if (before.state === 'done' || before.state === 'cancelled') throw new AppError('roll_out_over')
      const state = ({ pause: 'paused', resume: 'running', cancel: 'cancelled' } as const)[body.action]
      if (state === before.state) return
      const now = deps.clock.now()
      await saveRollOutState(tx, rollOutId, { state, userId: actor.userId, now })
      if (state === 'cancelled') await cancelTargets(tx, rollOutId, now)
      if (state === 'running') await renewRequests(tx, rollOutId, now)
      const name = before.name
      await recordAudit(tx, auditContextOf(context), {
        action: 'roll_out_changed',
        companyId: before.company_id,
        before: { name, state: before.state },
        after: { name, state },
      })
    })
    deps.updates.wake()
    return { roll_out: await getRollOut(db, scope, rollOutId) }
  }),
]

const scopeOf = (actor: Actor): Scope => (activeRole(actor) === 'ROLE_SUPER_ADMIN' ? null : actor.companyIds)

async function getRollOut(db: Queryable, scope: Scope, id: number) {
  const rollOut = await findRollOut(db, scope, id)
  if (!rollOut) throw new AppError('not_found')
  return rollOut
}

/** Aggregators roll out to a company of theirs only; a group belongs to the company. */
async function checkFilter(
  db: Queryable,
  actor: Actor,
  imageId: number,
  filter: RollOutFilter,
): Promise<void> {
  const { companyId, locationGroupId } = filter
  const scope = scopeOf(actor)
  if (scope !== null && (companyId === null || !scope.includes(companyId))) throw new AppError('not_found')
  if (locationGroupId !== null && (companyId === null || !(await isGroupOf(db, locationGroupId, companyId))))
    throw new AppError('not_found')
  if (!(await isOfferable(db, imageId))) throw new AppError('not_found')
}
