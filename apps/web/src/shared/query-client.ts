import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-error.ts'
import { isCloudReachable, subscribeToReachability } from '../lib/reachability.ts'

const passing = new Set(['offline', 'unavailable', 'unexpected'])

/** Only transient failures are retried; a refusal stays a refusal. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && passing.has(error.code) && isCloudReachable()
}

// Shown data is refetched once the cloud answers, not as soon as the browser has some network.
onlineManager.setEventListener((setOnline) => {
  // A page may have been opened without any.
  setOnline(isCloudReachable())
  return subscribeToReachability(setOnline)
})

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a connection, people see again what they saw within the last hour.
      gcTime: 60 * 60_000,
      retry: isWorthRetrying,
      refetchOnWindowFocus: true,
      // Without a connection a page says so; nothing waits for it endlessly.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
