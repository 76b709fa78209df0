import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export interface ControllerIds {
  locationId: number
  controllerId: number
}

/** Prefix of everything about single controllers. */
export const controllerKey = ['controller'] as const

const keyOf = ({ locationId, controllerId }: ControllerIds) =>
  [...controllerKey, locationId, controllerId] as const

export function controllerPageQuery(params: ControllerIds) {
  return queryOptions({
    queryKey: [...keyOf(params), 'page'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/controllers/:controllerId', { params, signal })).controller,
    // Refusals and a faster pace asked for by others have no live event.
    refetchInterval: 10_000,
  })
}

export function connectivityQuery(params: ControllerIds, days: number) {
  return queryOptions({
    queryKey: [...keyOf(params), 'connectivity', days],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/controllers/:controllerId/connectivity', {
        params,
        query: { days },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
}

const tunnelPaceMs = { opening: 1_000, open: 5_000, closed: 15_000 }

export function tunnelQuery(params: ControllerIds) {
  return queryOptions({
    queryKey: [...keyOf(params), 'tunnel'],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/controllers/:controllerId/tunnel', { params, signal }),
    // Others open and close it, and so does the controller.
    refetchInterval: ({ state }) => tunnelPaceMs[state.data?.tunnel?.state ?? 'closed'],
  })
}

/** Kept by the server only while this is asked for. */
export function controllerMessagesQuery(params: ControllerIds) {
  return queryOptions({
    queryKey: [...keyOf(params), 'messages'],
    queryFn: async ({ signal }) => {
      const path = 'GET /locations/:locationId/controllers/:controllerId/messages'
      return (await call(path, { params, signal })).messages
    },
    staleTime: 0,
    refetchInterval: 2000,
  })
}

/** Prefix of the history of a controller's commands. */
export const commandsKey = (ids: ControllerIds) => [...keyOf(ids), 'commands'] as const

export function commandsQuery(params: ControllerIds, deviceId: number | null, page: number) {
  return queryOptions({
    queryKey: [...commandsKey(params), deviceId, page],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/controllers/:controllerId/commands', {
        params,
        query: { page, ...(deviceId !== null && { deviceId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
}
