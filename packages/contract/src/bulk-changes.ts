import { readyRuleNames } from '@ohmstead/domain/alarms/alarm-rule'
import {
  bulkActions,
  bulkOutcomes,
  bulkReasons,
  bulkStates,
  mostBulkItems,
} from '@ohmstead/domain/fleet/bulk-change'
import { longestParameterText } from '@ohmstead/domain/fleet/check-parameter'
import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { rollOutPlanNames } from '@ohmstead/domain/software/roll-out-stages'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { group, locationStates } from './location-groups.ts'
import { mediaTypes } from './media-types.ts'
import { namedPerson } from './people.ts'
import { namePattern } from './read-message.ts'
import { bodyId, id, ruledText } from './wire.ts'

const locationIds = z.array(bodyId).min(1).max(mostBulkItems, 'max')

/** What is to become of each. */
const wish = z.discriminatedUnion('action', [
  z.object({ action: z.literal('group'), locationGroupId: bodyId }).meta({ id: 'BulkMove' }),
  z
    .object({
      action: z.literal('parameter'),
      /** Of each device of this kind that has the parameter. */
      category: z.enum(deviceCategories),
      parameter: z.string().regex(namePattern, 'regex'),
      value: z.union([z.number(), z.boolean(), z.string().max(longestParameterText, 'max')]),
    })
    .meta({ id: 'BulkParameter' }),
  z
    .object({
      action: z.literal('rule'),
      /** One of the ready-made alarm rules. */
      rule: z.enum(readyRuleNames),
    })
    .meta({ id: 'BulkRule' }),
  z
    .object({
      action: z.literal('update'),
      imageId: bodyId,
      /** Of the roll-out that it starts. */
      name: ruledText(nameRules(100)),
      plan: z.enum(rollOutPlanNames),
      stopFailures: z.number().int().min(1).max(1000),
    })
    .meta({ id: 'BulkUpdate' }),
])
wish.register(z.globalRegistry, { id: 'BulkWish' })
export type BulkWish = z.output<typeof wish>

const counts = z.object({
  waiting: z.number(),
  /** Told to a controller that has not answered yet. */
  sent: z.number(),
  done: z.number(),
  skipped: z.number(),
  failed: z.number(),
})
counts.register(z.globalRegistry, { id: 'BulkCounts' })
export type BulkCountsView = z.output<typeof counts>

const change = z.object({
  id: z.number(),
  action: z.enum(bulkActions),
  wish,
  /** Of `group`: where to; null if it is gone. */
  target: group.nullable(),
  /** Of `update`: the roll-out that it has started. */
  roll_out: group.nullable(),
  /** Where it was started; null if that group is gone. */
  group: group.nullable(),
  /** The change that it takes back; null if it is none of these. */
  undoes: z.number().nullable(),
  state: z.enum(bulkStates),
  counts,
  /** How many items can be taken back. */
  undoable: z.number(),
  created_at: z.number(),
  by: namedPerson.nullable(),
  ended_at: z.number().nullable(),
  cancelled_by: namedPerson.nullable(),
})
change.register(z.globalRegistry, { id: 'BulkChange' })
export type BulkChangeView = z.output<typeof change>

const item = z.object({
  position: z.number(),
  location: z.object({ id: z.number(), name: z.string(), location_group_id: z.number() }),
  /** Of a device setting: the device. */
  device: group.nullable(),
  outcome: z.enum(bulkOutcomes),
  reason: z.enum(bulkReasons).nullable(),
  /** Whether it was taken back. */
  undone: z.boolean(),
  at: z.number().nullable(),
})
item.register(z.globalRegistry, { id: 'BulkItem' })
export type BulkItemView = z.output<typeof item>

const preview = z.object({
  /** How many locations were marked; of a device setting how many devices they have, and locations without one. */
  total: z.number(),
  /** How many it would change. */
  touched: z.number(),
  /** Why the others would stay as they are, the most frequent reason first. */
  left_out: z.array(z.object({ reason: z.enum(bulkReasons), count: z.number() }).meta({ id: 'BulkLeftOut' })),
})
preview.register(z.globalRegistry, { id: 'BulkPreview' })
export type BulkPreviewView = z.output<typeof preview>

const setting = z.object({
  category: z.enum(deviceCategories),
  name: z.string(),
  type: z.enum(['number', 'boolean', 'text']),
  unit: z.string().nullable(),
  /** The widest that any of the devices takes. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  options: z.array(z.string()).nullable(),
  /** How many devices have it. */
  devices: z.number(),
})
setting.register(z.globalRegistry, { id: 'BulkSetting' })
export type BulkSettingView = z.output<typeof setting>

const ofGroup = z.object({ locationGroupId: id })
const params = ofGroup.extend({ bulkChangeId: id })
const started = z.object({ locationIds, wish })
started.register(z.globalRegistry, { id: 'BulkRequest' })
const base = '/location-groups/:locationGroupId/bulk-changes'

export const bulkChangeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'Changes of many locations at once in the company of a group, the newest first, 30 at most.',
    permission: 'group.edit',
    unattended: true,
    params: ofGroup,
    answer: z.object({ changes: z.array(change) }),
  }),
  locations: endpoint({
    method: 'GET',
    path: `${base}/locations`,
    summary: 'The ids of all locations in a group and below it that a filter finds, 10,000 at most.',
    permission: 'group.edit',
    params: ofGroup,
    query: z.object({
      search: z.string().trim().max(200).default(''),
      state: z.enum(locationStates).optional(),
    }),
    answer: z.object({ ids: z.array(z.number()), total: z.number() }),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${base}/preview`,
    summary: 'How many locations a change would touch, and why not the others. Changes nothing.',
    permission: 'group.edit',
    cost: 10,
    params: ofGroup,
    body: started,
    answer: preview,
    errors: ['not_found'],
  }),
  settings: endpoint({
    method: 'POST',
    path: `${base}/settings`,
    summary: 'The settings that devices at some locations have, the most frequent first, 100 at most.',
    permission: 'group.edit',
    cost: 10,
    params: ofGroup,
    body: z.object({ locationIds }),
    answer: z.object({ settings: z.array(setting) }),
  }),
  start: endpoint({
    method: 'POST',
    path: base,
    summary:
      'Changes many locations at once, in the background. Each is checked when its turn comes; of one person and group one change runs at a time.',
    permission: 'group.edit',
    cost: 10,
    params: ofGroup,
    body: started,
    answer: z.object({ change }),
    errors: ['not_found', 'too_many_bulk_changes'],
    status: 202,
  }),
  one: endpoint({
    method: 'GET',
    path: `${base}/:bulkChangeId`,
    summary: 'A change of many locations with its counts.',
    permission: 'group.edit',
    unattended: true,
    params,
    answer: z.object({ change }),
    errors: ['not_found'],
  }),
  items: endpoint({
    method: 'GET',
    path: `${base}/:bulkChangeId/items`,
    summary: 'What became of each location, in order of names, 50 a page.',
    permission: 'group.edit',
    unattended: true,
    params,
    query: z.object({
      outcome: z.enum(bulkOutcomes).optional(),
      /** The position of the last one of the page before. */
      after: z.coerce.number<string | number>().int().min(0).max(2_147_483_647).optional(),
    }),
    answer: z.object({ items: z.array(item), next: z.number().nullable() }),
    errors: ['not_found'],
  }),
  file: endpoint({
    method: 'GET',
    path: `${base}/:bulkChangeId/csv`,
    summary: 'What became of each location, as CSV.',
    permission: 'group.edit',
    media: [mediaTypes.csv],
    cost: 10,
    params,
    errors: ['not_found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${base}/:bulkChangeId/cancel`,
    summary: 'Leaves all locations as they are whose turn has not come. One that has ended is no error.',
    permission: 'group.edit',
    params,
    answer: z.object({ change }),
    errors: ['not_found'],
  }),
  undo: endpoint({
    method: 'POST',
    path: `${base}/:bulkChangeId/undo`,
    summary:
      'Takes an ended change back, in the background, as far as nobody has changed the same since. Answers the change that does so.',
    permission: 'group.edit',
    params,
    answer: z.object({ change }),
    errors: ['not_found', 'conflict', 'too_many_bulk_changes'],
    status: 202,
  }),
}
