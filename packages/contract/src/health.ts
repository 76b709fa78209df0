import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const healthEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Whether this process serves and its database answers.',
    permission: 'public',
    answer: z.object({
      status: z.literal('ok'),
      database: z.enum(['embedded', 'postgres']),
      version: z.string(),
    }),
    errors: ['unavailable'],
  }),
}
