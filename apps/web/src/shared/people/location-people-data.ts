import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export function locationPeopleQuery(locationId: number) {
  return queryOptions({
    queryKey: ['location-people', locationId, 'users'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/users', { params: { locationId }, signal })).users,
  })
}

export function invitationsQuery(locationId: number) {
  return queryOptions({
    queryKey: ['location-people', locationId, 'invitations'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/invitations', { params: { locationId }, signal })).invitations,
  })
}

/** What may be switched; seeing comes with any access. */
export const switchableFlags = ['edit', 'control', 'manageUsers'] as const
export type SwitchableFlag = (typeof switchableFlags)[number]
