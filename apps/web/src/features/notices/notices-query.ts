import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { noticesKey } from '../../shared/notice-settings-query.ts'

const pageSize = 50

/** What one was told, the newest first. */
export const sentNoticesQuery = infiniteQueryOptions({
  queryKey: [...noticesKey, 'sent'],
  queryFn: ({ signal, pageParam }) => call('GET /notices', { query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ notices }) => (notices.length < pageSize ? undefined : notices.at(-1)?.id),
})
