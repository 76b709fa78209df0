import type { PortfolioOptimisation, PortfolioRow } from '@ohmstead/contract/portfolio'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryClient } from '../../shared/query-client.ts'

export type { PortfolioOptimisation, PortfolioRow }

/** While a run produces rows, they are refetched this often. */
const runningMs = 1000

/** The possible saving is beside the name: a phone shows little else at first. */
export const columns = [
  'title',
  'yearly_saving',
  'powers',
  'saving_percent',
  'saves_in',
  'current_cost',
  'optimised_cost',
] as const
export type Column = Exclude<(typeof columns)[number], 'powers'>

export interface TableQuestion {
  sort: Column | 'eimm' | 'owner'
  direction: 'asc' | 'desc'
  search: string
  page: number
}

export function isRunning({ state }: PortfolioOptimisation): boolean {
  return state === 'queued' || state === 'running'
}

const portfolioKey = ['portfolio'] as const

export const runsQuery = queryOptions({
  queryKey: [...portfolioKey, 'runs'],
  queryFn: async ({ signal }) => (await call('GET /portfolio/optimisations', { signal })).optimisations,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? runningMs : false),
})

export function rowsQuery(optimisationId: number, query: TableQuestion) {
  return queryOptions({
    queryKey: [...portfolioKey, 'rows', optimisationId, query],
    queryFn: ({ signal }) =>
      call('GET /portfolio/optimisations/:optimisationId', { params: { optimisationId }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.optimisation) ? runningMs : false),
  })
}

export function refreshRuns(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: portfolioKey })
}
