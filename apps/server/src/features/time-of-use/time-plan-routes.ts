import { publicHolidayEndpoints, timeOfUseEndpoints } from '@ohmstead/contract/time-of-use'
import { publicHoliday } from '@ohmstead/domain/pricing/time-plan'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { changeTimePlan } from './change-time-plan.ts'
import { copyTimePlan } from './copy-time-plan.ts'
import { findPublicHolidays } from './find-public-holidays.ts'
import { findTimePlanUses } from './time-plan-usage.ts'
import {
  deleteSlots,
  deleteTimePlan,
  insertTimePlan,
  type PlanFields,
  updateTimePlan,
} from './time-plan-writes.ts'
import { listTimePlans, viewTimePlan } from './view-time-plan.ts'

/** The plans themselves, and the holidays that they follow. */
export const timePlanRoutes: Route[] = [
  route(timeOfUseEndpoints.list, async ({ db }) => ({ timePlans: await listTimePlans(db) })),

  route(timeOfUseEndpoints.structure, ({ db, actor, params }) => viewTimePlan(db, actor, params.timePlanId)),

  route(timeOfUseEndpoints.create, async (context) => {
    const { db, actor, body } = context
    const fields = pickFields(body)
    const audit = auditContextOf(context)
    return db.transaction(async (tx) => {
      const id = (await insertTimePlan(tx, fields, { now: audit.at }))!
      if (body.copyOf !== null) await copyTimePlan(tx, body.copyOf, id, fields)
      const after = { id, ...fields, ...(body.copyOf !== null && { copyOf: body.copyOf }) }
      await recordAudit(tx, audit, { action: 'time_plan_created', after })
      return viewTimePlan(tx, actor, id)
    })
  }),

  route(timeOfUseEndpoints.update, async (context) => {
    const { actor, params, body } = context
    const { timePlanId } = params
    const fields = pickFields(body)
    return changeTimePlan(context, { timePlanId, version: body.version }, async (tx, plan) => {
      await updateTimePlan(tx, timePlanId, fields)
      // Without a row of their own, slots of holidays would hold nowhere.
      const orphans = plan.slots.filter(
        ({ weekday }) => weekday === publicHoliday && fields.holidayWeekday !== publicHoliday,
      )
      await deleteSlots(
        tx,
        orphans.map(({ id }) => id),
      )
      return { answer: await viewTimePlan(tx, actor, timePlanId), ...changedFields(pickFields(plan), fields) }
    })
  }),

  route(timeOfUseEndpoints.remove, async (context) => {
    const { params, query } = context
    const { timePlanId } = params
    await changeTimePlan(context, { timePlanId, version: query.version }, async (tx, plan) => {
      if ((await findTimePlanUses(tx, timePlanId)).length > 0) throw new AppError('time_plan_in_use')
      await deleteTimePlan(tx, timePlanId)
      return { answer: undefined, action: 'time_plan_deleted' as const, before: pickFields(plan) }
    })
  }),

  route(publicHolidayEndpoints.publicHolidays, async ({ query: { countryCode, year } }) => ({
    days: findPublicHolidays(countryCode, year, year),
  })),
]

/** Holidays are those of a country. */
function pickFields({ title, color, countryCode, holidayWeekday }: PlanFields): PlanFields {
  if (holidayWeekday !== null && countryCode === null)
    throw new AppError('invalid_request', { fields: { countryCode: 'required' } })
  return { title, color, countryCode, holidayWeekday }
}
