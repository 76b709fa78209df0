import { decide, type LocationAction } from '@ohmstead/domain/access/permission'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { ChargingList } from '../../shared/charging/charging-list.tsx'
import { CommandHistory } from '../../shared/controllers/command-history.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLive } from '../../shared/live/use-live.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { controllersPathOf } from '../../shared/paths.ts'
import { useControllerDeviceId, useControllerId, useRouteIds } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import backStyles from '../../ui/back-link.module.css'
import styles from './device-page.module.css'
import { devicePageQuery } from './device-page-query.ts'
import { ParameterList } from './parameter-list.tsx'
import { RemoveDevice } from './remove-device.tsx'
import { RenameDevice } from './rename-device.tsx'
import { ReplaceDevice } from './replace-device.tsx'
import { ValueList } from './value-list.tsx'

/** A device below its controller: what it measures, and what can be set. */
export function DevicePage() {
  const t = useT()
  const user = useUser()
  const locationId = useRouteIds().locationId ?? 0
  const controllerId = useControllerId() ?? 0
  const ids = { locationId, deviceId: useControllerDeviceId() ?? 0 }
  const base = useLocation({ select: ({ pathname }) => controllersPathOf(pathname) })
  const { data: location } = useLocationView(locationId)
  const { data: device, error, refetch } = useQuery(devicePageQuery(ids))
  const live = useLive(locationId)
  const isElsewhere = device !== undefined && device.controller_id !== controllerId
  if (isElsewhere || (error instanceof ApiError && error.code === 'not_found')) return <NotFoundState />
  if (!device && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!device || !location) return <Skeleton height={360} radius={16} />
  const resource = { kind: 'location' as const, locationId, companyId: location.company.id }
  const may = (action: LocationAction) => decide(actorOf(user), `location.${action}`, resource) === 'allowed'
  const timeZone = location.timezone.name
  const isOnline = live.controllers[controllerId] ?? device.controller_online
  const lockedBecause = !isOnline
    ? t('errors.controller_offline')
    : device.has_communication_error
      ? t('controllers.notice.communication_error')
      : may('control')
        ? null
        : t('devices.parameter.view_only')
  const facts = [device.model, device.serial].filter((fact) => fact !== null)
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Link className={backStyles.link} to={`${base}/${controllerId}`}>
        <IconArrowLeft size={16} aria-hidden />
        {device.controller_alias || device.controller_unit_id}
      </Link>
      <header className={styles.head}>
        <NodeIcon type="device" category={device.category} />
        <div>
          <h1>{device.name}</h1>
          {facts.length > 0 && <p>{facts.join(' · ')}</p>}
        </div>
        {may('edit') && !device.is_removed && (
          <div className={styles.actions}>
            <RenameDevice ids={ids} name={device.name} />
            {!device.replaces && <ReplaceDevice ids={ids} device={device} />}
            <RemoveDevice ids={ids} device={device} />
          </div>
        )}
      </header>
      {may('edit') && device.is_removed && <RemoveDevice ids={ids} device={device} />}
      {may('edit') && !device.is_removed && device.replaces && <ReplaceDevice ids={ids} device={device} />}
      <ValueList device={device} values={live.values} />
      {device.category === 'EV_CHARGER' && <ChargingList ids={ids} timeZone={timeZone} />}
      <ParameterList ids={ids} device={device} lockedBecause={lockedBecause} />
      {may('control') && (
        <CommandHistory ids={{ locationId, controllerId }} deviceId={device.id} timeZone={timeZone} />
      )}
    </div>
  )
}
