import { z } from 'zod'
import { device } from './controllers.ts'
import { endpoint } from './endpoint.ts'
import { bodyId, id } from './wire.ts'

const params = z.object({ locationId: id, deviceId: id })

const replaceable = device.pick({ id: true, name: true, model: true, serial: true }).extend({
  controller_unit_id: z.string(),
  /** Its last reading; null for none. */
  newest_at: z.number().nullable(),
  /** It still sends, and cannot be replaced yet. */
  is_sending: z.boolean(),
})
replaceable.register(z.globalRegistry, { id: 'ReplaceableDevice' })
export type ReplaceableDeviceView = z.output<typeof replaceable>

export const replacementEndpoints = {
  candidates: endpoint({
    method: 'GET',
    path: '/locations/:locationId/devices/:deviceId/replaceable',
    summary: 'The devices of the same kind at the same location that a device can take over from.',
    permission: 'location.edit',
    params,
    answer: z.object({ devices: z.array(replaceable) }),
    errors: ['not_found'],
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/devices/:deviceId/replacement',
    summary:
      'A device takes over from an old one: its history continues that of the old one, which is hidden. Energy of a time that both measured counts once.',
    permission: 'location.edit',
    params,
    body: z.object({ replaces: bodyId }),
    errors: [
      'not_found',
      'replacement_itself',
      'replacement_category',
      'replacement_sending',
      'replacement_unseen',
      'replacement_taken',
      'replacement_too_old',
    ],
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/devices/:deviceId/replacement',
    summary: 'Undoes it: each device has its own history again. The old one stays marked as deleted.',
    permission: 'location.edit',
    params,
    errors: ['not_found', 'replacement_taken', 'replacement_too_old'],
  }),
}
