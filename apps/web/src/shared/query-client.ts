import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-error.ts'

const passing = new Set(['offline', 'unavailable', 'unexpected'])

/** Only failures that may pass are tried again; a refusal stays a refusal. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && passing.has(error.code)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: isWorthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
