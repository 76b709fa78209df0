import { companyFormRules } from '@ohmstead/domain/forms/company-form'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optionalText, ruledText } from './wire.ts'

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
