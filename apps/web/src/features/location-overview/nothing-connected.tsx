import type { LocationView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLive } from '../../shared/live/use-live.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { EmptyState } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useRefetchOnNewDevice } from './use-refetch-on-new-device.ts'
import { WaitingControllers } from './waiting-controllers.tsx'

/** A location without devices: what to do next, or what is pending. */
export function NothingConnected({
  location,
  address,
}: {
  location: LocationView
  address: LocationAddress
}) {
  const t = useT()
  const live = useLive(location.id)
  useRefetchOnNewDevice(location, live)
  const resource = { kind: 'location' as const, companyId: location.company.id, locationId: location.id }
  const mayEdit = decide(actorOf(useUser()), 'location.edit', resource) === 'allowed'
  const isWaiting = location.controllers.length > 0
  return (
    <>
      <h1 className="visually-hidden">{location.name}</h1>
      <EmptyState
        icon={<IconPlugConnectedX size={22} stroke={1.6} />}
        title={t(isWaiting ? 'location_overview.waiting.title' : 'location_overview.empty.title')}
        text={t(
          isWaiting
            ? 'location_overview.waiting.text'
            : mayEdit
              ? 'location_overview.empty.text'
              : 'location_overview.empty.text_viewer',
        )}
      >
        {mayEdit && !isWaiting && (
          <Link to={locationPaths.controllers(address)} className={buttonClass({ variant: 'primary' })}>
            {t('location_overview.empty.add')}
          </Link>
        )}
      </EmptyState>
      {isWaiting && <WaitingControllers locationId={location.id} address={address} mayEdit={mayEdit} />}
    </>
  )
}
