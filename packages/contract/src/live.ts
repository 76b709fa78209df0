import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { liveEvents } from './live-events.ts'

export const liveEndpoints = {
  /** A stream of server-sent events (`live-events.ts`), so the envelope has no answer. */
  stream: endpoint({
    method: 'GET',
    path: '/live',
    summary: 'Server-sent events of the locations named: latest values, alarms, controllers, jobs.',
    permission: 'signedIn',
    unattended: true,
    events: { ...liveEvents, beat: z.literal(0).describe('A sign of life, where nothing else was sent.') },
    query: z.object({
      /** Comma-separated location ids, at most 200; those the user may not see are omitted silently. */
      locations: z
        .string()
        .max(2400)
        .regex(/^(\d{1,10}(,\d{1,10}){0,199})?$/, 'regex')
        .default(''),
      alarms: z.enum(['named', 'all']).default('named'),
    }),
  }),
}
