import { companyFormRules } from '@ohmstead/domain/forms/company-form'
import { z } from 'zod'
import { controllerLocation } from './controllers.ts'
import { endpoint } from './endpoint.ts'
import { id, line, optionalText, ruledText } from './wire.ts'

const companySummary = z.object({
  id: z.number(),
  name: z.string(),
  /** The platform's own, for homes registered without a company's address; only super admins run it. */
  isPlatform: z.boolean(),
  rootGroup: z.object({ id: z.number() }),
  assignedControllersCount: z.number(),
})
companySummary.register(z.globalRegistry, { id: 'CompanySummary' })
export type CompanySummary = z.output<typeof companySummary>

const countOf = (text: string) => z.number().describe(text)

const companyDeletion = z.object({
  in_the_way: z
    .object({
      locations: countOf('Its locations.'),
      deleted_locations: countOf('Deleted locations that can still be taken back.'),
      stock: countOf('Controllers in its stock that nobody has linked.'),
      settled_sharing: countOf('Sharing groups with statements, which have to be kept.'),
    })
    .meta({ id: 'InTheWayOfCompany' }),
  kept_until: z
    .number()
    .nullable()
    .describe('When the last deleted location is gone for good, epoch milliseconds; null without any.'),
  first_locations: z.array(controllerLocation).describe('Five of its locations.'),
  takes: z
    .object({
      location_groups: countOf('Its groups of locations.'),
      price_lists: countOf('Its price lists.'),
      rate_plans: countOf('Its utility rate plans.'),
      alarm_rules: countOf('Its alarm rules.'),
      webhooks: countOf('Its webhooks.'),
      sharing: countOf('Its sharing groups without statements.'),
      roll_outs: countOf('Roll-outs of software that it started.'),
    })
    .meta({ id: 'GoesWithCompany' }),
  leaves: z
    .object({
      users: countOf('People who belong to it; their accounts stay.'),
      administrators: countOf('People who run it; their accounts stay.'),
      controllers: countOf('Controllers of its stock at locations of others; they stay there.'),
    })
    .meta({ id: 'StaysWithoutCompany' }),
})
companyDeletion.register(z.globalRegistry, { id: 'CompanyDeletion' })
export type CompanyDeletionView = z.output<typeof companyDeletion>

export const companyDeletionEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/companies/:companyId/deletion',
    summary: 'What goes with a company when it is deleted, what stays without it, and what has to go first.',
    permission: 'role.superAdmin',
    params: z.object({ companyId: id }),
    answer: z.object({ deletion: companyDeletion }),
    errors: ['company_is_platform', 'not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/companies/:companyId',
    summary: 'Deletes a company that has nothing in the way any more, at once and for good.',
    permission: 'role.superAdmin',
    params: z.object({ companyId: id }),
    body: z.object({ name: line().describe('Its name, as typed by whoever deletes it.') }),
    errors: ['company_in_use', 'company_is_platform', 'not_found'],
  }),
}

export const companyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/companies',
    summary: 'The companies this user sees, by name.',
    permission: 'signedIn',
    answer: z.object({ companies: z.array(companySummary) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/companies',
    summary: 'Creates a company with its root group.',
    permission: 'role.superAdmin',
    body: z.object({
      name: ruledText(companyFormRules.name),
      countryId: z.number('required').int().min(1, 'required').max(2_147_483_647, 'required'),
      contactEmail: optionalText(companyFormRules.contactEmail),
      contactPhone: optionalText(companyFormRules.contactPhone),
    }),
    answer: z.object({ company: companySummary }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/companies/:companyId',
    summary: 'A company. Contacts are visible to the people who run it.',
    permission: 'company.view',
    params: z.object({ companyId: id }),
    answer: z.object({
      company: companySummary.extend({
        country: z.object({ id: z.number(), code: z.string(), name: z.string() }),
        contactEmail: z.string().nullable(),
        contactPhone: z.string().nullable(),
      }),
    }),
  }),
}
