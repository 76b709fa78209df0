import { companyFormRules } from '@ohmstead/domain/forms/company-form'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyId, id, line, optionalText, ruledText } from './wire.ts'

const companySummary = z.object({
  id: z.number(),
  name: z.string(),
  /** The platform's own, for homes that came to no company's address; nobody's to run but super admins'. */
  isPlatform: z.boolean(),
  rootGroup: z.object({ id: z.number() }),
  assignedControllersCount: z.number(),
})
export type CompanySummary = z.output<typeof companySummary>

const group = z.object({ id: z.number(), name: z.string() })

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
    summary: 'A company. Contacts are told to those who run it.',
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

export const locationGroupEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId',
    summary: 'A location group with the way to it and what lies directly inside and may be seen.',
    permission: 'group.view',
    params: z.object({ locationGroupId: id }),
    answer: z.object({
      locationGroup: group.extend({
        companyId: z.number(),
        company: z.object({ id: z.number(), name: z.string(), rootGroup: z.object({ id: z.number() }) }),
        /** From the root group down to this one, both included. */
        path: z.array(group),
        groups: z.array(group),
        locations: z.array(group),
      }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/companies/:companyId/location-groups',
    summary: 'Creates a location group below another one, or below the root group.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    body: z.object({ name: line(), parentId: bodyId.optional() }),
    answer: z.object({ locationGroup: group }),
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/location-groups/:locationGroupId',
    summary: 'Renames a location group.',
    permission: 'group.edit',
    params: z.object({ locationGroupId: id }),
    body: z.object({ name: line() }),
    answer: z.object({ locationGroup: group }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/location-groups/:locationGroupId',
    summary: 'Deletes an empty location group; the root group of a company stays.',
    permission: 'group.edit',
    params: z.object({ locationGroupId: id }),
    errors: ['group_not_empty', 'conflict'],
  }),
}
