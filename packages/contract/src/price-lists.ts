import { labelRules } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { changeReason, countryOfPrices, priceListTerms } from './price-terms.ts'
import { bodyId, bodyVersion, id, line, localDay, ruledText } from './wire.ts'

/** Days are inclusive; `validTo` is null until further notice. */
const content = {
  name: z.string(),
  utility: z.string(),
  countryCode: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  terms: priceListTerms,
}

const priceList = z.object({
  id: z.number(),
  version: z.number(),
  ...content,
  /** The company it belongs to; null if it belongs to a person. */
  companyId: z.number().nullable(),
  /** The offer of the library that it was made from, and that offer's version. */
  supplyOffer: z.object({ id: z.number(), version: z.number(), hasNewer: z.boolean() }).nullable(),
  /** Whether an entry of a plan applies it today. */
  isActive: z.boolean(),
  /** Whether any plan has it, on whatever days. */
  isInUse: z.boolean(),
  planCount: z.number(),
  /** Locations whose plan has it, also those the caller does not see. */
  locationCount: z.number(),
  canEdit: z.boolean(),
  updatedAt: z.number(),
})
priceList.register(z.globalRegistry, { id: 'PriceList' })
export type PriceListView = z.output<typeof priceList>

const written = z.object({
  name: line(),
  utility: ruledText(labelRules(200)),
  countryCode: countryOfPrices,
  validFrom: localDay,
  validTo: localDay.nullable(),
  terms: priceListTerms,
  reason: changeReason,
})
written.register(z.globalRegistry, { id: 'WrittenPriceList' })

/** Of a version of a price list or of a utility rate plan. */
export const versionFacts = {
  version: z.number(),
  changedAt: z.number(),
  /** Who made this version; null if the account is gone, or for callers who may not edit the list or plan. */
  changedBy: z.string().nullable(),
  reason: z.string().nullable(),
}

const priceListVersion = z.object({ ...versionFacts, ...content })
priceListVersion.register(z.globalRegistry, { id: 'PriceListVersion' })
export type PriceListVersionView = z.output<typeof priceListVersion>

/** What the caller may see of where a list is used, and how much else there is. */
const priceListUsage = z.object({
  plans: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      validFrom: z.string(),
      validTo: z.string().nullable(),
    }),
  ),
  locations: z.array(z.object({ id: z.number(), name: z.string() })),
  hiddenPlans: z.number(),
  hiddenLocations: z.number(),
})
priceListUsage.register(z.globalRegistry, { id: 'PriceListUsage' })
export type PriceListUsageView = z.output<typeof priceListUsage>

const params = z.object({ priceListId: id })
const answer = z.object({ priceList })
const lists = z.object({ priceLists: z.array(priceList) })
const owner = { companyId: bodyId.nullable().default(null) }
/** The name of a copy, and the company it is for; without one it is the caller's own. */
export const copyOfPrices = z.object({ name: line(), ...owner })
copyOfPrices.register(z.globalRegistry, { id: 'CopyOfPrices' })

export const priceListEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/pricing/price-lists',
    summary: "A company's price lists, or one's own and those of the companies one runs.",
    permission: 'signedIn',
    query: z.object({ companyId: id.optional() }),
    answer: lists,
    cost: 10,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/pricing/price-lists',
    summary: 'Creates a price list of a company, or one’s own.',
    permission: 'role.basic',
    body: written.extend({ ...owner, supplyOfferId: bodyId.nullable().default(null) }),
    answer,
    errors: ['not_found', 'too_many_price_lists'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/pricing/price-lists/:priceListId',
    summary: 'A price list: one’s own, of a company, or of the plan of a location one sees.',
    permission: 'signedIn',
    params,
    answer,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/pricing/price-lists/:priceListId',
    summary:
      'Replaces a price list by a new version, which re-prices every month it touches. `version` is the one it was read with.',
    permission: 'role.basic',
    params,
    body: written.extend({ version: bodyVersion }),
    answer,
    errors: ['not_found', 'edited_meanwhile', 'price_list_days_used'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pricing/price-lists/:priceListId',
    summary: 'Deletes a price list that no plan has.',
    permission: 'role.basic',
    params,
    errors: ['not_found', 'price_list_active', 'price_list_in_use'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/pricing/price-lists/:priceListId/copy',
    summary: 'Copies a price list, for a company or for oneself.',
    permission: 'role.basic',
    params,
    body: copyOfPrices,
    answer,
    errors: ['not_found', 'too_many_price_lists'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/pricing/price-lists/:priceListId/versions',
    summary: 'The newest hundred versions of a price list, the newest first.',
    permission: 'signedIn',
    params,
    answer: z.object({ versions: z.array(priceListVersion) }),
    cost: 10,
    errors: ['not_found'],
  }),
  usage: endpoint({
    method: 'GET',
    path: '/pricing/price-lists/:priceListId/usage',
    summary: 'Plans and locations that use a price list.',
    permission: 'signedIn',
    params,
    answer: priceListUsage,
    errors: ['not_found'],
  }),
  ofLocation: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/price-lists',
    summary: 'Price lists of a location: those of its plan, those of its company, and one’s own.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    answer: lists,
    cost: 10,
  }),
}
