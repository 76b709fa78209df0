import type { SavingsView } from '@ohmstead/contract/savings'
import { monthInterval } from '@ohmstead/domain/time/intervals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const savingsKey = (locationId: number) => ['location-savings', locationId]

/** Older months are worked out some at a time: it is asked again until all are. */
const againMs = 1500

/** What was saved by month from one instant to another. */
export function savingsQuery(locationId: number, { from, to }: { from: number; to: number }) {
  return queryOptions({
    queryKey: [...savingsKey(locationId), from, to],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/data/energy/savings', {
        params: { locationId },
        query: { from, to, interval: monthInterval },
        signal,
      }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? againMs : false),
  })
}

export const isUnfinished = (savings: SavingsView | undefined): boolean =>
  savings?.months.some(({ isWorkedOut }) => !isWorkedOut) ?? false

/** What was bought for a location, and its payback. */
export function investmentsQuery(locationId: number) {
  return queryOptions({
    queryKey: [...savingsKey(locationId), 'investments'],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/investments', { params: { locationId }, signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.paybacks.some(({ monthsDue }) => monthsDue > 0) ? againMs : false,
  })
}
