import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countryOfPrices } from './price-terms.ts'
import {
  listedPlan,
  planAnswer,
  planPath,
  reads,
  refusals,
  timePlanId,
  versionInQuery,
  writes,
  writtenPlan,
} from './time-of-use-structure.ts'
import { bodyId, bodyVersion } from './wire.ts'

export const timeOfUseEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/timeplans',
    summary: 'All time-of-use plans.',
    permission: 'role.basic',
    answer: z.object({ timePlans: z.array(listedPlan) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/timeplans',
    summary: 'Creates an empty time-of-use plan, or a copy of another one.',
    ...writes,
    body: writtenPlan.extend({
      countryCode: writtenPlan.shape.countryCode.default(null),
      holidayWeekday: writtenPlan.shape.holidayWeekday.default(null),
      copyOf: bodyId.nullable().default(null),
    }),
    answer: planAnswer,
  }),
  update: endpoint({
    method: 'PUT',
    path: planPath,
    summary:
      'Changes title, colour and holidays of a plan; without a row of their own, slots of holidays go.',
    ...writes,
    params: timePlanId,
    body: writtenPlan.extend({ version: bodyVersion }),
    answer: planAnswer,
    errors: refusals,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: planPath,
    summary: 'Deletes a plan that nothing uses.',
    ...writes,
    params: timePlanId,
    query: versionInQuery,
    errors: [...refusals, 'time_plan_in_use'],
  }),
  structure: endpoint({
    method: 'GET',
    path: `${planPath}/structure`,
    summary: 'A plan with its blocks, seasons and slots.',
    ...reads,
    answer: planAnswer,
  }),
}

export const publicHolidayEndpoints = {
  publicHolidays: endpoint({
    method: 'GET',
    path: '/public-holidays',
    summary: 'The public holidays of a whole country in a year.',
    permission: 'signedIn',
    query: z.object({
      countryCode: countryOfPrices,
      year: z.coerce.number<string | number>().int().min(1990, 'min_value').max(2100, 'max_value'),
    }),
    answer: z.object({ days: z.array(z.string()) }),
  }),
}
