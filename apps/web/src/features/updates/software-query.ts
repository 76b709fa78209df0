import type { UpdateState } from '@ohmstead/domain/software/update-state'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Prefix of everything about roll-outs. */
export const rollOutsKey = ['software', 'roll-outs'] as const

export const rollOutsQuery = queryOptions({
  queryKey: [...rollOutsKey, 'list'],
  queryFn: async ({ signal }) => (await call('GET /roll-outs', { signal })).roll_outs,
  refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? 3000 : 15_000),
})

export function rollOutQuery(rollOutId: number) {
  return queryOptions({
    queryKey: [...rollOutsKey, rollOutId],
    queryFn: async ({ signal }) =>
      (await call('GET /roll-outs/:rollOutId', { params: { rollOutId }, signal })).roll_out,
    refetchInterval: 3000,
  })
}

export function targetsQuery(rollOutId: number, state: UpdateState | null, page: number) {
  return queryOptions({
    queryKey: [...rollOutsKey, rollOutId, 'controllers', state, page],
    queryFn: ({ signal }) =>
      call('GET /roll-outs/:rollOutId/controllers', {
        params: { rollOutId },
        query: { page, ...(state !== null && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 3000,
  })
}

export interface RollOutChoice {
  imageId: number
  companyId: number | null
  locationGroupId: number | null
  version: string | null
}

export function candidatesQuery({ imageId, companyId, locationGroupId, version }: RollOutChoice) {
  return queryOptions({
    queryKey: [...rollOutsKey, 'candidates', imageId, companyId, locationGroupId, version],
    queryFn: ({ signal }) =>
      call('GET /roll-outs/candidates', {
        query: {
          imageId,
          ...(companyId !== null && { companyId }),
          ...(locationGroupId !== null && { locationGroupId }),
          ...(version !== null && { version }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
