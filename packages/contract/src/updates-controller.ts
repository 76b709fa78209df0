import { updateFailures, updateHolds } from '@ohmstead/domain/software/update-state'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { namedPerson } from './people.ts'
import { bodyId, id } from './wire.ts'

const update = z.object({
  id: z.number(),
  version: z.string(),
  state: z.enum(['requested', 'in_progress', 'checking', 'cancelling', 'installed', 'failed', 'cancelled']),
  percent: z.number().nullable(),
  /** The newest words of the controller about it. */
  detail: z.string().nullable(),
  failure: z.enum(updateFailures).nullable(),
  /** Why it is not offered now; null if nothing is in the way. */
  hold: z.enum(updateHolds).nullable(),
  by: namedPerson.nullable(),
  /** Part of a roll-out, which alone decides about it while it waits. */
  is_roll_out: z.boolean(),
  created_at: z.number(),
  ended_at: z.number().nullable(),
})
update.register(z.globalRegistry, { id: 'SoftwareUpdate' })
export type SoftwareUpdateView = z.output<typeof update>

const available = z.object({
  image_id: z.number(),
  version: z.string(),
  notes: z.string(),
  size: z.number(),
})
available.register(z.globalRegistry, { id: 'AvailableUpdate' })

const state = z.object({
  /** Whether the controller can update itself in this way. */
  can_update: z.boolean(),
  online: z.boolean(),
  /** What it runs, as it says. */
  version: z.string().nullable(),
  /** The newest released image that suits it and is newer than what it runs; null if it has the latest. */
  available: available.nullable(),
  /** The newest update, open or ended; null if there was none. */
  update: update.nullable(),
})
state.register(z.globalRegistry, { id: 'ControllerUpdate' })
export type ControllerUpdateView = z.output<typeof state>

const params = z.object({ locationId: id, controllerId: id })

export const controllerUpdateEndpoints = {
  one: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId/update',
    summary: 'Whether newer software is there for a controller, and what became of its last update.',
    permission: 'location.view',
    unattended: true,
    params,
    answer: state,
    errors: ['not_found'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/locations/:locationId/controllers/:controllerId/update',
    summary: 'Asks a connected controller to update itself to the available image.',
    permission: 'location.edit',
    params,
    body: z.object({ imageId: bodyId }),
    answer: state,
    errors: ['not_found', 'controller_offline', 'update_under_way'],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/controllers/:controllerId/update',
    summary: 'Withdraws an update; one that has begun is stopped if the controller still can.',
    permission: 'location.edit',
    params,
    answer: state,
    errors: ['not_found'],
  }),
}
