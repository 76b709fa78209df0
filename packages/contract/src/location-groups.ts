import { ruleKinds } from '@ohmstead/domain/alarms/alarm-rule'
import { alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { z } from 'zod'
import { ruleSettings } from './alarm-rules.ts'
import { endpoint } from './endpoint.ts'
import { bodyId, id, line } from './wire.ts'

export const group = z.object({ id: z.number(), name: z.string() })
group.register(z.globalRegistry, { id: 'Named' })

/** alarm: one is open; offline: no controller is connected; silent: connected, but without readings; empty: no controller. */
export const locationStates = ['alarm', 'offline', 'silent', 'live', 'empty'] as const
const watts = z.number().nullable()

const groupLocation = z.object({
  id: z.number(),
  name: z.string(),
  /** The group it lies in. */
  group: group,
  state: z.enum(locationStates),
  /** In trouble, except for alarms that have all been acknowledged. */
  needs_attention: z.boolean(),
  /** Open alarms, and those not acknowledged yet. */
  alarms: z.object({ open: z.number(), unseen: z.number() }),
  /** Why it needs a look: of its open alarms one that nobody has acknowledged, the oldest of these; null without alarms. */
  worst_alarm: z
    .object({
      id: z.number(),
      type: z.enum(alarmTypes),
      /** The device that it is about, if any. */
      device_name: z.string().nullable(),
      /** Epoch ms. */
      since: z.number(),
      /** The rule that raised it, as it was then; null for all other alarms. */
      rule: z
        .object({
          name: z.string().nullable(),
          kind: z.enum(ruleKinds),
          settings: ruleSettings,
          durationSeconds: z.number(),
        })
        .meta({ id: 'RuleOfWorstAlarm' })
        .nullable(),
    })
    .meta({ id: 'WorstAlarm' })
    .nullable(),
  /** The newest sign of life of a controller, epoch ms. */
  last_seen_at: z.number().nullable(),
  /** W, from readings of the last 15 minutes; + from the grid, − to it. */
  power: z.object({ home: watts, production: watts, grid: watts }),
})
groupLocation.register(z.globalRegistry, { id: 'GroupLocation' })
export type GroupLocationView = z.output<typeof groupLocation>

export const locationGroupEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId',
    summary: 'A location group with its path and its visible direct content.',
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
  locations: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId/locations',
    summary:
      'The locations in a group and below it that may be seen: those that need a look first, then by power. 50 a page.',
    permission: 'group.view',
    params: z.object({ locationGroupId: id }),
    query: z.object({
      /** Words in the name or the group's name. */
      search: z.string().trim().max(200).default(''),
      state: z.enum(locationStates).optional(),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: z.object({
      locations: z.array(groupLocation),
      /** How many match, and how many of those matched by the words are in each state. */
      total: z.number(),
      counts: z.record(z.enum(locationStates), z.number()),
      /** How many of those matched by the words need attention. */
      attention_count: z.number(),
      page: z.number(),
      /** Always 50. */
      page_size: z.number(),
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
  move: endpoint({
    method: 'POST',
    path: '/location-groups/:locationGroupId/moves',
    summary: 'Moves locations and groups of the same company into a group; all of them, or none.',
    permission: 'group.edit',
    params: z.object({ locationGroupId: id }),
    body: z
      .object({
        locationIds: z.array(bodyId).max(1000, 'max').default([]),
        groupIds: z.array(bodyId).max(1000, 'max').default([]),
      })
      .refine(({ locationIds, groupIds }) => locationIds.length + groupIds.length > 0, 'required'),
    errors: ['not_found', 'already_in_group', 'group_in_itself'],
  }),
}
