import { chargingDoubts } from '@ohmstead/domain/charging/charging-doubt'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './wire.ts'

const session = z.object({
  id: z.number(),
  /** The charger; null if it is gone. */
  device_id: z.number().nullable(),
  device_name: z.string().nullable(),
  started_at: z.number(),
  /** Null while the car is charging or still plugged in. */
  ended_at: z.number().nullable(),
  /** While it goes on, what it has taken so far. Null where no reading tells, or the station's figures cannot be right. */
  energy_wh: z.number().nullable(),
  /** The end of the card's number; null without a card, or if it was started from here. */
  tag: z.string().nullable(),
  /** Why it ended, in the words of the protocol. */
  stop_reason: z.string().nullable(),
  /** Why its energy cannot be relied on; null if it can. */
  doubt: z.enum(chargingDoubts).nullable(),
})
session.register(z.globalRegistry, { id: 'ChargingSession' })
export type ChargingSessionView = z.output<typeof session>

export const chargingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/locations/:locationId/charging-sessions',
    summary: 'Charging sessions of a location or of one of its chargers, newest first, a hundred at most.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    query: z.object({
      /** Only those of this charger. */
      deviceId: id.optional(),
      /** Only those that began before; for the next hundred. */
      before: instant.optional(),
    }),
    answer: z.object({ time_zone: z.string(), sessions: z.array(session) }),
    errors: ['not_found'],
  }),
}
