import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export function removedDevicesQuery(locationId: number) {
  return queryOptions({
    queryKey: ['removed-devices', locationId],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/removed-devices', { params: { locationId }, signal })).devices,
    staleTime: 0,
  })
}
