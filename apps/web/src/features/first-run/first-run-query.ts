import type { FirstRunTask } from '@ohmstead/contract/first-run'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const firstRunQuery = queryOptions({
  queryKey: ['first-run'],
  queryFn: async ({ signal }) => (await call('GET /first-run', { signal })).firstRun,
})

/** The step of the runbook with instructions. */
export const runbookSteps: Record<FirstRunTask, string> = {
  database: '2-database',
  secretKey: '3-program-and-settings',
  tls: '4-tls',
  mail: '7-mail',
  support: '6-first-administrator',
  backup: '8-backup',
  metrics: '9-watch',
}
