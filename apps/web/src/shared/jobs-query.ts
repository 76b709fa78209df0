import type { JobView } from '@ohmstead/contract/jobs'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../lib/call.ts'
import { useLiveMessages } from './live/use-live.ts'

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ signal }) => (await call('GET /jobs', { signal })).jobs,
  // Live events announce changes; without a watched location there is no stream, so poll occasionally while work runs.
  refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 5000 : 60_000),
})

export function isOpen({ state }: JobView): boolean {
  return state === 'queued' || state === 'running'
}

/** Several jobs send many events a second; nobody reads their progress that often. */
const restMs = 3000

/** Slow work, kept up to date by live events. */
export function useJobs() {
  const queryClient = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useLiveMessages(
    useCallback(
      ({ name }) => {
        if ((name !== 'job' && name !== 'resync') || waiting.current !== undefined) return
        const { dataUpdatedAt = 0 } = queryClient.getQueryState(jobsQuery.queryKey) ?? {}
        const refresh = () => {
          waiting.current = undefined
          void queryClient.invalidateQueries(jobsQuery)
        }
        waiting.current = setTimeout(refresh, Math.max(0, dataUpdatedAt + restMs - Date.now()))
      },
      [queryClient],
    ),
  )
  return useQuery(jobsQuery)
}

/** 0 … 1, or null if the total is unknown. */
export function progressOf({ done, total }: Pick<JobView, 'done' | 'total'>): number | null {
  return total === null || total <= 0 ? null : Math.min(1, done / total)
}
