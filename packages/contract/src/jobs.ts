import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const job = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Steps done and, if known, their total. */
  done: z.number(),
  total: z.number().nullable(),
  detail: z.record(z.string(), z.unknown()),
  error: z.string().nullable(),
  company_id: z.number().nullable(),
  location_id: z.number().nullable(),
  can_cancel: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
  finished_at: z.number().nullable(),
})
job.register(z.globalRegistry, { id: 'Job' })
export type JobView = z.output<typeof job>

export const jobEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/jobs',
    summary: 'Slow work this user may watch: what runs, and what ended in the last day, newest first.',
    permission: 'signedIn',
    answer: z.object({ jobs: z.array(job) }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/jobs/:jobId/cancel',
    summary: 'Asks a running job to stop after its current slice.',
    permission: 'signedIn',
    params: z.object({ jobId: id }),
    answer: z.object({ job }),
    errors: ['not_found', 'not_allowed', 'conflict'],
  }),
}
