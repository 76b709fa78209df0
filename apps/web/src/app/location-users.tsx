import { InviteButton } from '../features/invitations/invite-button.tsx'
import { LocationInvitations } from '../features/invitations/location-invitations.tsx'
import { LocationUsersPage } from '../features/people/location-users-page.tsx'
import { useRouteIds } from '../shared/route-ids.ts'

/** Who has access to a location, and who is invited to it. */
export function LocationUsers() {
  const locationId = useRouteIds().locationId ?? 0
  return (
    <LocationUsersPage
      locationId={locationId}
      invite={<InviteButton locationId={locationId} />}
      invitations={<LocationInvitations locationId={locationId} />}
    />
  )
}
