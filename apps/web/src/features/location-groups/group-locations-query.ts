import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export type State = GroupLocationView['state']
export const states: readonly State[] = ['alarm', 'offline', 'silent', 'live', 'empty']

/** Of the list, for what leads to it. */
export const listHeadingId = 'locations-heading'

interface Filter {
  search: string
  state: State | undefined
  page: number
}

/** The first page of all, the worst first. */
export const unfiltered: Filter = { search: '', state: undefined, page: 1 }

export function countLocations(counts: Readonly<Partial<Record<State, number>>>): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

export function groupLocationsQuery(locationGroupId: number, filter: Filter) {
  return queryOptions({
    queryKey: ['location-group', locationGroupId, 'locations', filter],
    queryFn: ({ signal }) =>
      call('GET /location-groups/:locationGroupId/locations', {
        params: { locationGroupId },
        query: filter,
        signal,
      }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}
