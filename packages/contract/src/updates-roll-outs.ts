import { nameRules } from '@ohmstead/domain/forms/form-rules'
import {
  rollOutStates,
  updateFailures,
  updateHolds,
  updateStates,
} from '@ohmstead/domain/software/update-state'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { group } from './location-groups.ts'
import { namedPerson } from './people.ts'
import { bodyId, bodyVersion, id, ruledText } from './wire.ts'

const counts = z.object({
  waiting: z.number(),
  /** Told of it, not begun yet; also those that are away. */
  requested: z.number(),
  in_progress: z.number(),
  installed: z.number(),
  failed: z.number(),
  cancelled: z.number(),
})
counts.register(z.globalRegistry, { id: 'RollOutCounts' })

const rollOut = z.object({
  id: z.number(),
  name: z.string(),
  image: z.object({ id: z.number(), version: z.string(), kind: z.string() }).meta({ id: 'RollOutImage' }),
  /** Null for the whole platform. */
  company: group.nullable(),
  location_group: group.nullable(),
  /** Only controllers that ran this version; null for any. */
  from_version: z.string().nullable(),
  /** How many controllers are reached at the end of each stage. */
  stages: z.array(z.number()),
  /** The stage that runs, from 0. */
  stage: z.number(),
  /** `stopped`: by itself, since too many failed. */
  state: z.enum(rollOutStates),
  stop_failures: z.number(),
  stop_share: z.number(),
  counts,
  /** To be sent with every change; of two people the second is told. */
  revision: z.number(),
  created_at: z.number(),
  by: namedPerson.nullable(),
  changed_at: z.number(),
  changed_by: namedPerson.nullable(),
  ended_at: z.number().nullable(),
})
rollOut.register(z.globalRegistry, { id: 'RollOut' })
export type RollOutView = z.output<typeof rollOut>

const target = z.object({
  id: z.number(),
  controller_id: z.number(),
  unit_id: z.string(),
  location: group,
  online: z.boolean(),
  state: z.enum(updateStates),
  percent: z.number().nullable(),
  detail: z.string().nullable(),
  failure: z.enum(updateFailures).nullable(),
  hold: z.enum(updateHolds).nullable(),
  ended_at: z.number().nullable(),
})
target.register(z.globalRegistry, { id: 'RollOutTarget' })
export type RollOutTargetView = z.output<typeof target>

const stage = z.union([
  z.object({ count: z.number().int().min(1).max(100_000) }),
  z.object({ percent: z.number().min(1).max(100) }),
])

const params = z.object({ rollOutId: id })

export const rollOutEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/roll-outs',
    summary: 'The roll-outs of software that one may see, the newest first, 50 at most.',
    permission: 'role.aggregator',
    unattended: true,
    answer: z.object({ roll_outs: z.array(rollOut) }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/roll-outs/candidates',
    summary: 'Whom a roll-out would reach, before it is started.',
    permission: 'role.aggregator',
    cost: 10,
    query: z.object({
      imageId: id,
      companyId: id.optional(),
      locationGroupId: id.optional(),
      version: z.string().trim().max(60).optional(),
    }),
    answer: z.object({
      count: z.number(),
      online: z.number(),
      /** The versions that they run, the most frequent first, 20 at most. */
      versions: z.array(
        z.object({ version: z.string().nullable(), count: z.number() }).meta({ id: 'VersionCount' }),
      ),
    }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/roll-outs',
    summary:
      'Starts a roll-out: its first stage at once, each further one when the one before has succeeded.',
    permission: 'role.aggregator',
    cost: 10,
    body: z.object({
      name: ruledText(nameRules(100)),
      imageId: bodyId,
      companyId: bodyId.nullable().default(null),
      locationGroupId: bodyId.nullable().default(null),
      version: z.string().trim().max(60).nullable().default(null),
      stages: z.array(stage).min(1).max(10),
      /** Stops by itself at so many failures … */
      stopFailures: z.number().int().min(1).max(1000).default(3),
      /** … or at this share of those that have ended, in percent, once ten have. */
      stopShare: z.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ roll_out: rollOut }),
    errors: ['not_found', 'no_controllers'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/roll-outs/:rollOutId',
    summary: 'A roll-out with its counts.',
    permission: 'role.aggregator',
    unattended: true,
    params,
    answer: z.object({ roll_out: rollOut }),
    errors: ['not_found'],
  }),
  targets: endpoint({
    method: 'GET',
    path: '/roll-outs/:rollOutId/controllers',
    summary: 'What became of each controller of a roll-out: failed ones first, 50 a page.',
    permission: 'role.aggregator',
    unattended: true,
    params,
    query: z.object({
      state: z.enum(updateStates).optional(),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: z.object({
      controllers: z.array(target),
      total: z.number(),
      page: z.number(),
      page_size: z.number(),
    }),
    errors: ['not_found'],
  }),
  act: endpoint({
    method: 'POST',
    path: '/roll-outs/:rollOutId/state',
    summary: 'Pauses a roll-out, lets it go on, also after it has stopped by itself, or ends it.',
    permission: 'role.aggregator',
    params,
    body: z.object({ action: z.enum(['pause', 'resume', 'cancel']), revision: bodyVersion }),
    answer: z.object({ roll_out: rollOut }),
    errors: ['not_found', 'edited_meanwhile', 'roll_out_over'],
  }),
}
