import type { DeviceParameterView } from '@ohmstead/contract/devices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Whether the controller has yet to say what became of the last change. */
export const isPending = ({ change }: DeviceParameterView): boolean =>
  change?.state === 'sent' || change?.state === 'accepted'

export function devicePageQuery(params: { locationId: number; deviceId: number }) {
  return queryOptions({
    queryKey: ['device', params.locationId, params.deviceId],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/devices/:deviceId', { params, signal })).device,
    // Answers of controllers have no live event.
    refetchInterval: ({ state }) => (state.data?.parameters.some(isPending) ? 1000 : 10_000),
  })
}
