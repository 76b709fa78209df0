import type { SharingStatementsView } from '@ohmstead/contract/energy-sharing-results'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryClient } from '../../shared/query-client.ts'
import { sharingKey } from '../../shared/sharing/sharing-groups-query.ts'

/** While slow work runs, its progress is asked for this often. */
const runningMs = 1000

export function simulationsQuery(sharingGroupId: number) {
  return queryOptions({
    queryKey: [...sharingKey, sharingGroupId, 'simulations'],
    queryFn: async ({ signal }) =>
      (await call('GET /sharing-groups/:sharingGroupId/simulations', { params: { sharingGroupId }, signal }))
        .simulations,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? runningMs : false),
  })
}

export function simulationQuery(sharingGroupId: number, simulationId: number) {
  return queryOptions({
    queryKey: [...sharingKey, sharingGroupId, 'simulations', simulationId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /sharing-groups/:sharingGroupId/simulations/:simulationId', {
          params: { sharingGroupId, simulationId },
          signal,
        })
      ).simulation,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? runningMs : false),
  })
}

export function intervalsQuery(sharingGroupId: number, from: string, to: string) {
  return queryOptions({
    queryKey: [...sharingKey, sharingGroupId, 'intervals', from, to],
    queryFn: async ({ signal }) =>
      (
        await call('GET /sharing-groups/:sharingGroupId/intervals', {
          params: { sharingGroupId },
          query: { from, to },
          signal,
        })
      ).intervals,
  })
}

/** All versions of a month, or the newest statements of all months. */
export function statementsQuery(sharingGroupId: number, month: string | null) {
  return queryOptions({
    queryKey: [...sharingKey, sharingGroupId, 'statements', month],
    queryFn: ({ signal }) =>
      call('GET /sharing-groups/:sharingGroupId/statements', {
        params: { sharingGroupId },
        query: month === null ? {} : { month },
        signal,
      }),
    refetchInterval: ({ state }) => (isSettling(state.data) ? runningMs : false),
  })
}

export function statementQuery(sharingGroupId: number, statementId: number) {
  return queryOptions({
    queryKey: [...sharingKey, sharingGroupId, 'statement', statementId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /sharing-groups/:sharingGroupId/statements/:statementId', {
          params: { sharingGroupId, statementId },
          signal,
        })
      ).statement,
  })
}

export function isUnderWay({ state }: { state: string }): boolean {
  return state === 'queued' || state === 'running'
}

export function isSettling(statements: SharingStatementsView | undefined): boolean {
  return statements?.job != null && isUnderWay(statements.job)
}

/** A group has changed: all that is known of it, and the list that it stands in. */
export function refreshSharing(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sharingKey })
}

/** What an invitation is about. Its token is in the body, since addresses are logged. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: [...sharingKey, 'invitation', token],
    queryFn: async ({ signal }) =>
      (await call('POST /sharing-invitations/read', { body: { token }, signal })).invitation,
    retry: false,
  })
}
