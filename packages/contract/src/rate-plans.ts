import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { copyOfPrices, versionFacts } from './price-lists.ts'
import { monthUnder } from './price-lists-preview.ts'
import { changeReason } from './price-terms.ts'
import { bodyId, bodyVersion, id, line, localDay } from './wire.ts'

/** Days are inclusive; `validTo` is null until further notice. Entries stand in the order of their days. */
const entry = z.object({
  priceListId: z.number(),
  priceListName: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
})
entry.register(z.globalRegistry, { id: 'RatePlanEntry' })

const ratePlan = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  /** The company it belongs to; null if it belongs to a person. */
  companyId: z.number().nullable(),
  entries: z.array(entry),
  /** Whether a location has it. */
  isInUse: z.boolean(),
  /** Its locations that the caller sees. */
  locations: z.array(z.object({ id: z.number(), name: z.string() })),
  hiddenLocations: z.number(),
  canEdit: z.boolean(),
  updatedAt: z.number(),
})
ratePlan.register(z.globalRegistry, { id: 'RatePlan' })
export type RatePlanView = z.output<typeof ratePlan>

/** Its list may be gone by now, or be none of the caller's. */
const versionEntry = z.object({ ...entry.shape, priceListName: z.string().nullable() })
versionEntry.register(z.globalRegistry, { id: 'RatePlanVersionEntry' })
export type RatePlanVersionEntry = z.output<typeof versionEntry>

const ratePlanVersion = z.object({ ...versionFacts, name: z.string(), entries: z.array(versionEntry) })
ratePlanVersion.register(z.globalRegistry, { id: 'RatePlanVersion' })
export type RatePlanVersionView = z.output<typeof ratePlanVersion>

const writtenEntry = z.object({ priceListId: bodyId, validFrom: localDay, validTo: localDay.nullable() })
writtenEntry.register(z.globalRegistry, { id: 'WrittenRatePlanEntry' })

const written = z.object({
  name: line(),
  entries: z.array(writtenEntry).max(200, 'max'),
  reason: changeReason,
})
written.register(z.globalRegistry, { id: 'WrittenRatePlan' })

const params = z.object({ planId: id })
const answer = z.object({ ratePlan })
const plans = z.object({ ratePlans: z.array(ratePlan) })
const owner = { companyId: bodyId.nullable().default(null) }

export const ratePlanEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/pricing/plans',
    summary: "A company's utility rate plans, or one's own and those of the companies one runs.",
    permission: 'signedIn',
    query: z.object({ companyId: id.optional() }),
    answer: plans,
    cost: 10,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/pricing/plans',
    summary:
      'Creates a utility rate plan of a company, or one’s own. No two entries hold on one day, and each lies within the days of its list.',
    permission: 'role.basic',
    body: written.extend(owner),
    answer,
    errors: ['not_found', 'too_many_rate_plans', 'plan_entries_overlap', 'plan_entry_outside_list'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/pricing/plans/:planId',
    summary: 'A utility rate plan: one’s own, of a company, or of a location one sees.',
    permission: 'signedIn',
    params,
    answer,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/pricing/plans/:planId',
    summary:
      'Replaces the name and all entries, which re-prices its locations. `version` is the one it was read with.',
    permission: 'role.basic',
    params,
    body: written.extend({ version: bodyVersion }),
    answer,
    errors: ['not_found', 'edited_meanwhile', 'plan_entries_overlap', 'plan_entry_outside_list'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pricing/plans/:planId',
    summary: 'Deletes a utility rate plan that no location has.',
    permission: 'role.basic',
    params,
    errors: ['not_found', 'rate_plan_in_use'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/pricing/plans/:planId/copy',
    summary: 'Copies a utility rate plan, for a company or for oneself; its lists stay the same.',
    permission: 'role.basic',
    params,
    body: copyOfPrices,
    answer,
    errors: ['not_found', 'too_many_rate_plans'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/pricing/plans/:planId/versions',
    summary: 'The newest hundred versions of a utility rate plan, the newest first.',
    permission: 'signedIn',
    params,
    answer: z.object({ versions: z.array(ratePlanVersion) }),
    cost: 10,
    errors: ['not_found'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/pricing/plans/preview',
    summary:
      'What a location would have paid last month, in this one until yesterday, and in the last month before these that changes, if these lists held when they say. Stores nothing.',
    permission: 'role.basic',
    cost: 10,
    body: z.object({ locationId: bodyId, entries: written.shape.entries }),
    answer: z.object({ months: z.array(monthUnder) }),
    errors: ['not_found', 'plan_entries_overlap', 'plan_entry_outside_list'],
  }),
  ofLocation: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/plans',
    summary: 'Utility rate plans for a location: the one it has, those of its company, and one’s own.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    answer: plans,
    cost: 10,
  }),
}
