import type { ControllerProblem } from '@ohmstead/domain/fleet/controller-problem'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const operationKey = ['operation'] as const
const lookEveryMs = 15_000

export const operationQuery = queryOptions({
  queryKey: [...operationKey, 'now'],
  queryFn: async ({ signal }) => (await call('GET /operation', { signal })).operation,
  refetchInterval: lookEveryMs,
})

export function troubledControllersQuery(problem: ControllerProblem, page: number) {
  return queryOptions({
    queryKey: [...operationKey, 'controllers', problem, page],
    queryFn: ({ signal }) => call('GET /operation/controllers', { query: { problem, page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs * 4,
  })
}
