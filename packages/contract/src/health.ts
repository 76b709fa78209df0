import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const health = z.object({
  /** Anything but `ok` comes with status 503. */
  status: z.enum(['ok', 'database_away', 'database_not_writable', 'stopping']),
  database: z.enum(['embedded', 'postgres']),
  version: z.string(),
})
health.register(z.globalRegistry, { id: 'Health' })
export type HealthView = z.output<typeof health>

export const healthEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/health',
    summary:
      'How this process and its database are, from memory: an answer says that the process lives, its status what was last seen of the database. 503 where that is not well.',
    permission: 'public',
    anonymous: true,
    answer: health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    summary: 'Whether to send requests here: the same, and 503 as soon as the process is about to stop.',
    permission: 'public',
    anonymous: true,
    answer: health,
  }),
}
