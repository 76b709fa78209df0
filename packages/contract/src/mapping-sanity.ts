import { phaseOrders } from '@ohmstead/domain/fleet/swapped-phases'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const phaseOrder = z.enum(phaseOrders)

const correction = z.object({ is_reversed: z.boolean(), phase_order: phaseOrder })
correction.register(z.globalRegistry, { id: 'DeviceCorrection' })

const findingKinds = [
  'dark_production',
  'rising_discharge',
  'night_export',
  'follows_sun',
  'register',
  'phases',
  'no_export',
  'double_grid',
  'double_charger',
] as const

/** What a device shows that cannot be, with the evidence; figures that a kind does not have are null. */
const finding = z.object({
  kind: z.enum(findingKinds),
  device_id: z.number(),
  device_name: z.string(),
  /** How long it was so. */
  hours: z.number().nullable(),
  power_w: z.number().nullable(),
  /** How often it was seen. */
  count: z.number().nullable(),
  power_wh: z.number().nullable(),
  register_wh: z.number().nullable(),
  /** The other one of two that measure the same; null for other kinds. */
  other_id: z.number().nullable(),
  other_name: z.string().nullable(),
  /** How the device is corrected now. */
  current: correction,
  /** What puts it right; null if nothing here does. */
  repair: correction.nullable(),
})
finding.register(z.globalRegistry, { id: 'SanityFinding' })
export type SanityFindingView = z.output<typeof finding>

/** A device that was put right. */
const corrected = z.object({
  device_id: z.number(),
  device_name: z.string(),
  is_reversed: z.boolean(),
  phase_order: phaseOrder,
})
corrected.register(z.globalRegistry, { id: 'CorrectedDevice' })
export type CorrectedDeviceView = z.output<typeof corrected>

const sanity = z.object({ findings: z.array(finding), corrected: z.array(corrected) })
sanity.register(z.globalRegistry, { id: 'LocationSanity' })

export const sanityEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/locations/:locationId/sanity',
    summary:
      'What readings of the last 36 hours say is connected the wrong way round, and what was put right.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    answer: sanity,
    cost: 10,
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/devices/:deviceId/correction',
    summary:
      'Reverses a device or reorders its phases, the former for what is measured five seconds later and on; the defaults undo it.',
    permission: 'location.edit',
    params: z.object({ locationId: id, deviceId: id }),
    body: correction.extend({
      /** How it was corrected when the person looked; if that is otherwise by now, nothing is changed. */
      seen: correction,
    }),
    errors: ['not_found', 'edited_meanwhile'],
  }),
}
