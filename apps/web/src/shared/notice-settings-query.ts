import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/call.ts'

/** The prefix of everything about being told of alarms. */
export const noticesKey = ['notices'] as const

/** What one is told of alarms, and how. */
export const noticeSettingsQuery = queryOptions({
  queryKey: [...noticesKey, 'settings'],
  queryFn: ({ signal }) => call('GET /notices/settings', { signal }),
  staleTime: 60_000,
})
