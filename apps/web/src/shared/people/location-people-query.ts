import type { InvitationView } from '@ohmstead/contract/invitations'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Who has access to a location, and who is invited to it. */
export const locationPeopleKey = (locationId: number) => ['location-people', locationId] as const

export function locationPeopleQuery(locationId: number) {
  return queryOptions({
    queryKey: [...locationPeopleKey(locationId), 'users'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/users', { params: { locationId }, signal })).users,
  })
}

export function invitationsQuery(locationId: number) {
  return queryOptions({
    queryKey: [...locationPeopleKey(locationId), 'invitations'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/invitations', { params: { locationId }, signal })).invitations,
    refetchInterval: ({ state }) => lookAgainMs(state.data),
  })
}

/** How soon to poll again while the mail of an invitation is on its way. */
export function lookAgainMs(invitations: readonly InvitationView[] | undefined): number | false {
  const isWaiting = (delivery: InvitationView['delivery']) =>
    invitations?.some((invitation) => invitation.status === 'pending' && invitation.delivery === delivery)
  if (isWaiting('queued')) return 2000
  return isWaiting('delayed') ? 30_000 : false
}

/** The rights that can be switched; any access includes seeing. */
export const switchableFlags = ['edit', 'control', 'manageUsers'] as const
export type SwitchableFlag = (typeof switchableFlags)[number]
