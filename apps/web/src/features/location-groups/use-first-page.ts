import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { readFleetFilter } from './fleet-filter.ts'
import { groupLocationsQuery } from './group-locations-query.ts'

/** The first rows of a group's table are asked for at once, not only when the name of the group is known. */
export function useFirstPage(locationGroupId: number | null): void {
  const queryClient = useQueryClient()
  const { layout, search, state } = readFleetFilter(useSearch({ strict: false }))
  const first = useRef({ search, state: state ?? undefined, page: 1 })
  useEffect(() => {
    if (locationGroupId === null || layout !== 'table') return
    const query = groupLocationsQuery(locationGroupId, first.current)
    if (!queryClient.getQueryState(query.queryKey)) void queryClient.prefetchQuery(query)
  }, [queryClient, locationGroupId, layout])
}
