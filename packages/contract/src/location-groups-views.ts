import { alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { locationStates } from './location-groups.ts'
import { id, line } from './wire.ts'

const params = z.object({ locationGroupId: id })

const filter = z.object({
  layout: z.enum(['table', 'map']).default('table'),
  state: z.enum(locationStates).nullable().default(null),
  search: z.string().trim().max(200).default(''),
})

const view = z.object({
  id: z.number(),
  name: z.string(),
  filter: z.object({
    layout: z.enum(['table', 'map']),
    state: z.enum(locationStates).nullable(),
    search: z.string(),
  }),
})
view.register(z.globalRegistry, { id: 'GroupView' })
export type GroupViewView = z.output<typeof view>

const changes = z.object({
  /** The visit before this one, epoch ms; null on the first. Everything below counts from then on. */
  since: z.number().nullable(),
  alarms_raised: z.number(),
  /** Of those raised, how many are still open. */
  alarms_open: z.number(),
  alarms_ended: z.number(),
  locations_added: z.number(),
  controllers_added: z.number(),
  /** The newest five of those still open. */
  newest: z.array(
    z
      .object({
        id: z.number(),
        location: z.object({ id: z.number(), name: z.string(), location_group_id: z.number() }),
        type: z.enum(alarmTypes),
        since: z.number(),
      })
      .meta({ id: 'NewAlarm' }),
  ),
})
changes.register(z.globalRegistry, { id: 'GroupChanges' })
export type GroupChangesView = z.output<typeof changes>

export const groupViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId/views',
    summary: 'The filters of a group’s locations that the person has kept, by name.',
    permission: 'group.view',
    params,
    answer: z.object({ views: z.array(view) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/location-groups/:locationGroupId/views',
    summary: 'Keeps a filter under a name; one of the same name is replaced. At most 30 of a group.',
    permission: 'group.view',
    params,
    body: z.object({ name: line(60), filter }),
    answer: z.object({ view }),
    errors: ['too_many_views'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/location-groups/:locationGroupId/views/:groupViewId',
    summary: 'Forgets an own kept filter; one that is gone already is no error.',
    permission: 'group.view',
    params: params.extend({ groupViewId: id }),
  }),
  visit: endpoint({
    method: 'PUT',
    path: '/location-groups/:locationGroupId/visit',
    summary:
      'Notes that the person looks at a group, and answers what has changed since the visit before. Looks within half an hour are one visit.',
    permission: 'group.view',
    params,
    answer: changes,
  }),
}
