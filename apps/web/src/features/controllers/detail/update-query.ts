import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { type ControllerIds, controllerKey } from '../../../shared/controllers/controller-page-query.ts'

const atWork = ['requested', 'in_progress', 'checking', 'cancelling']

export function controllerUpdateQuery(params: ControllerIds) {
  return queryOptions({
    queryKey: [...controllerKey, params.locationId, params.controllerId, 'update'],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/controllers/:controllerId/update', { params: { ...params }, signal }),
    refetchInterval: ({ state }) => (atWork.includes(state.data?.update?.state ?? '') ? 2000 : 30_000),
  })
}
