import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Whether today and tomorrow are there; asked again soon while something is still to come. */
export const spotDaysQuery = (region: string) =>
  queryOptions({
    queryKey: ['spot-days', region],
    queryFn: ({ signal }) => call('GET /pricing/spot-market/days', { query: { region }, signal }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => {
      const { today, tomorrow } = state.data ?? {}
      // A region that nobody used is fetched within seconds.
      if (today?.status !== 'complete') return 5_000
      return tomorrow?.status === 'complete' ? 600_000 : 60_000
    },
  })

export const spotPricesQuery = (region: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['spot-prices', region, from, to],
    queryFn: ({ signal }) => call('GET /pricing/spot-market/prices', { query: { region, from, to }, signal }),
    placeholderData: (before) => (before?.region === region ? before : undefined),
    staleTime: 5 * 60_000,
  })

export const spotHeatMapQuery = (region: string, year: number) =>
  queryOptions({
    queryKey: ['spot-heat-map', region, year],
    queryFn: ({ signal }) => call('GET /pricing/spot-market/heat-map', { query: { region, year }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })

export const spotStateQuery = queryOptions({
  queryKey: ['spot-state'],
  queryFn: ({ signal }) => call('GET /pricing/spot-market/state', { signal }),
  refetchInterval: 15_000,
})
