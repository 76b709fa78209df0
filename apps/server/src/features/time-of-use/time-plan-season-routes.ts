import { timePlanPartEndpoints } from '@ohmstead/contract/time-of-use-parts'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { changeTimePlan } from './change-time-plan.ts'
import type { TimePlanRow } from './time-plan-queries.ts'
import { findTimePlanUses } from './time-plan-usage.ts'
import { deleteSeason, insertSeason, type SeasonFields, updateSeason } from './time-plan-writes.ts'
import { getTimePlan } from './view-time-plan.ts'

export const timePlanSeasonRoutes: Route[] = [
  route(timePlanPartEndpoints.seasons, async ({ db, params }) => {
    const { version, seasons } = await getTimePlan(db, params.timePlanId)
    return { version, seasons }
  }),

  route(timePlanPartEndpoints.season, async ({ db, params }) => {
    const plan = await getTimePlan(db, params.timePlanId)
    return { version: plan.version, season: getSeason(plan, params.seasonId) }
  }),

  route(timePlanPartEndpoints.createSeason, async (context) => {
    const { timePlanId } = context.params
    const { version, ...fields } = context.body
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireOwnStart(plan, fields)
      const id = await insertSeason(tx, timePlanId, fields)
      return { answer: { version: newVersion, season: { id, ...fields } }, after: describeSeason(fields) }
    })
  }),

  route(timePlanPartEndpoints.updateSeason, async (context) => {
    const { timePlanId, seasonId } = context.params
    const { version, ...fields } = context.body
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      const before = getSeason(plan, seasonId)
      requireOwnStart(plan, fields, seasonId)
      await updateSeason(tx, timePlanId, seasonId, fields)
      return {
        answer: { version: newVersion, season: { id: seasonId, ...fields } },
        before: describeSeason(before),
        after: describeSeason(fields),
      }
    })
  }),

  route(timePlanPartEndpoints.removeSeason, async (context) => {
    const { timePlanId, seasonId } = context.params
    const { version } = context.query
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      const before = getSeason(plan, seasonId)
      if (plan.seasons.length === 1 && (await findTimePlanUses(tx, timePlanId)).length > 0)
        throw new AppError('time_plan_in_use')
      await deleteSeason(tx, timePlanId, seasonId)
      const slots = plan.slots.filter((slot) => slot.seasonId === seasonId).length
      return {
        answer: { version: newVersion },
        before: { ...describeSeason(before), slots },
        after: { season: null },
      }
    })
  }),
]

function getSeason({ seasons }: TimePlanRow, seasonId: number) {
  const season = seasons.find(({ id }) => id === seasonId)
  if (!season) throw new AppError('not_found')
  return season
}

/** Which of two would hold that begin on the same day? */
function requireOwnStart({ seasons }: TimePlanRow, { validFrom }: SeasonFields, except?: number): void {
  if (seasons.some((season) => season.id !== except && season.validFrom === validFrom))
    throw new AppError('invalid_request', { fields: { validFrom: 'is_not' } })
}

const describeSeason = ({ title, validFrom, repeatsYearly }: SeasonFields) => ({
  season: title,
  validFrom,
  repeatsYearly,
})
