import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const deletedLocationsQuery = queryOptions({
  queryKey: ['deleted-locations'],
  queryFn: ({ signal }) => call('GET /deleted-locations', { signal }),
})
