import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import type { BulkOutcome } from '@ohmstead/domain/fleet/bulk-change'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

const openEveryMs = 1500
const endedEveryMs = 30_000

/** Prefix of everything about changes of many locations. */
export const bulkKey = ['bulk-changes'] as const

export const isOpenChange = ({ state }: { state: string }) => state === 'waiting' || state === 'running'

export function bulkChangesQuery(locationGroupId: number) {
  return queryOptions({
    queryKey: [...bulkKey, 'list', locationGroupId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /location-groups/:locationGroupId/bulk-changes', {
          params: { locationGroupId },
          signal,
        })
      ).changes,
    refetchInterval: ({ state }) => (state.data?.some(isOpenChange) ? openEveryMs * 2 : endedEveryMs),
  })
}

export function bulkChangeQuery(locationGroupId: number, bulkChangeId: number) {
  return queryOptions({
    queryKey: [...bulkKey, bulkChangeId],
    queryFn: async ({ signal }) => {
      const path = 'GET /location-groups/:locationGroupId/bulk-changes/:bulkChangeId'
      return (await call(path, { params: { locationGroupId, bulkChangeId }, signal })).change
    },
    refetchInterval: ({ state }) => (state.data && !isOpenChange(state.data) ? endedEveryMs : openEveryMs),
  })
}

export function bulkItemsQuery(
  locationGroupId: number,
  bulkChangeId: number,
  { outcome, isOpen }: { outcome: BulkOutcome | null; isOpen: boolean },
) {
  return infiniteQueryOptions({
    // Asked once more when it has ended.
    queryKey: [...bulkKey, bulkChangeId, 'items', outcome, isOpen],
    queryFn: ({ signal, pageParam: after }) =>
      call('GET /location-groups/:locationGroupId/bulk-changes/:bulkChangeId/items', {
        params: { locationGroupId, bulkChangeId },
        query: { ...(outcome && { outcome }), ...(after !== null && { after }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: isOpen ? openEveryMs * 2 : false,
  })
}

/** The settings that devices of the marked locations have. */
export function bulkSettingsQuery(locationGroupId: number, ids: readonly number[]) {
  return queryOptions({
    queryKey: [...bulkKey, 'settings', locationGroupId, ids],
    queryFn: async ({ signal }) =>
      (
        await call('POST /location-groups/:locationGroupId/bulk-changes/settings', {
          params: { locationGroupId },
          body: { locationIds: [...ids] },
          signal,
        })
      ).settings,
    gcTime: 0,
  })
}

/** What a change would touch; asked again whenever it is looked at. */
export function bulkPreviewQuery(locationGroupId: number, wish: BulkWish | null, ids: readonly number[]) {
  return queryOptions({
    queryKey: [...bulkKey, 'preview', locationGroupId, wish, ids],
    queryFn: ({ signal }) =>
      call('POST /location-groups/:locationGroupId/bulk-changes/preview', {
        params: { locationGroupId },
        body: { locationIds: [...ids], wish: wish! },
        signal,
      }),
    enabled: wish !== null,
    staleTime: 0,
    gcTime: 0,
  })
}
