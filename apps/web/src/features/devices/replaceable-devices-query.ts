import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The devices that one can take over from. */
export function replaceableDevicesQuery(params: { locationId: number; deviceId: number }) {
  return queryOptions({
    queryKey: ['replaceable-devices', params.locationId, params.deviceId],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/devices/:deviceId/replaceable', { params, signal })).devices,
    // Whether an old one still sends must be of now.
    gcTime: 0,
  })
}
