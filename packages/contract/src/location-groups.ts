import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyId, id, line } from './wire.ts'

const group = z.object({ id: z.number(), name: z.string() })
group.register(z.globalRegistry, { id: 'Named' })

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
