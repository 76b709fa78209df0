import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { IconPencil, IconPlus, IconStack2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RenameDeviceModal } from '../../shared/forms/rename-device-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { locationPaths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import {
  EmptyState,
  FailedState,
  FailedStrip,
  NotAllowedState,
  Skeleton,
} from '../../shared/states/page-states.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { adoptGroups } from './adopt-groups.ts'
import type { DeviceGroup } from './device-group.ts'
import { DeviceGroupModal } from './device-group-modal.tsx'
import styles from './device-groups-page.module.css'
import { DropArea, dragged } from './drop-area.tsx'
import { RemoveDeviceGroupModal } from './remove-device-group-modal.tsx'
import { RemovedDevices } from './removed-devices.tsx'
import { useMoveDevice } from './use-move-device.ts'

type Dialog =
  | { kind: 'edit'; group: DeviceGroup | null }
  | { kind: 'remove'; group: DeviceGroup }
  | { kind: 'rename'; device: LocationDeviceView }

/** The groups of a location's devices for menu and charts, and the ungrouped ones. */
export function DeviceGroupsPage() {
  const t = useT()
  const user = useUser()
  const locationId = useRouteIds().locationId ?? 0
  const { data: location, error, refetch } = useLocationView(locationId)
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const moveDevice = useMoveDevice(location)
  if (!location && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!location) return <Skeleton height={280} radius={16} />
  const resource = { kind: 'location' as const, locationId, companyId: location.company.id }
  if (decide(actorOf(user), 'location.edit', resource) !== 'allowed') return <NotAllowedState />
  const { devices, device_groups: groups } = location
  const loose = devices.filter(({ device_group_id }) => device_group_id === null)
  const close = () => setDialog(null)
  const drop = (groupId: number | null) => (deviceId: number) => {
    const device = devices.find(({ id }) => id === deviceId)
    if (device) void moveDevice(device, groupId)
  }
  const choose = (device: LocationDeviceView, groupId: number | null) => void moveDevice(device, groupId)
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <div>
          <h1>{t('titles.device_groups')}</h1>
          <p>{t('device_groups.page.lead')}</p>
        </div>
        <Button variant="primary" onClick={() => setDialog({ kind: 'edit', group: null })}>
          <IconPlus size={16} aria-hidden />
          {t('device_groups.action.add')}
        </Button>
      </header>
      {groups.length === 0 && (
        <EmptyState
          icon={<IconStack2 size={22} />}
          title={t('device_groups.list.empty')}
          text={t(devices.length === 0 ? 'device_groups.list.no_devices' : 'device_groups.list.empty_text')}
        />
      )}
      {groups.length > 0 && (
        <ul className={styles.list} aria-label={t('titles.device_groups')}>
          {groups.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              devices={devices.filter(({ device_group_id }) => device_group_id === group.id)}
              groups={groups}
              onOpen={setDialog}
              onMove={choose}
              onDrop={drop(group.id)}
            />
          ))}
        </ul>
      )}
      {(loose.length > 0 || groups.length > 0) && (
        <DropArea as="section" className={styles.section} onDropDevice={drop(null)}>
          <h2>{t('device_groups.list.loose')}</h2>
          <div className={styles.loose}>
            <DeviceNames devices={loose} groups={groups} onOpen={setDialog} onMove={choose} />
          </div>
        </DropArea>
      )}
      <RemovedDevices locationId={locationId} />
      {dialog?.kind === 'edit' && (
        <DeviceGroupModal location={location} group={dialog.group} onClose={close} />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveDeviceGroupModal locationId={locationId} group={dialog.group} onClose={close} />
      )}
      {dialog?.kind === 'rename' && (
        <RenameDeviceModal
          ids={{ locationId, deviceId: dialog.device.id }}
          name={dialog.device.name}
          onRenamed={() => adoptGroups(queryClient, locationId)}
          onClose={close}
        />
      )}
    </div>
  )
}

function GroupRow({
  group,
  devices,
  groups,
  onOpen,
  onMove,
  onDrop,
}: {
  group: DeviceGroup
  devices: LocationDeviceView[]
  groups: readonly DeviceGroup[]
  onOpen: (dialog: Dialog) => void
  onMove: (device: LocationDeviceView, groupId: number | null) => void
  onDrop: (deviceId: number) => void
}) {
  const t = useT()
  const { id, name } = group
  const address = useRouteIds()
  const to = locationPaths.deviceGroup({ ...address, locationId: address.locationId ?? 0 }, id)
  return (
    <DropArea as="li" className={styles.row} onDropDevice={onDrop}>
      <div className={styles.what}>
        <h2>
          <Link to={to}>{name}</Link>
        </h2>
        {devices.length > 0 ? (
          <DeviceNames devices={devices} groups={groups} onOpen={onOpen} onMove={onMove} />
        ) : (
          <p className={styles.soft}>{t('device_groups.list.none_inside')}</p>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          aria-label={t('device_groups.action.edit_of', { name })}
          onClick={() => onOpen({ kind: 'edit', group })}
        >
          {t('device_groups.action.edit')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={t('device_groups.action.remove_of', { name })}
          onClick={() => onOpen({ kind: 'remove', group })}
        >
          {t('device_groups.action.remove')}
        </Button>
      </div>
    </DropArea>
  )
}

function DeviceNames({
  devices,
  groups,
  onOpen,
  onMove,
}: {
  devices: LocationDeviceView[]
  groups: readonly DeviceGroup[]
  onOpen: (dialog: Dialog) => void
  onMove: (device: LocationDeviceView, groupId: number | null) => void
}) {
  const t = useT()
  return (
    <ul className={styles.devices}>
      {devices.map((device) => (
        <li key={device.id} {...dragged(device.id)}>
          <NodeIcon type="device" category={device.category} size={16} />
          {device.name}
          <IconButton
            size="small"
            label={t('location_groups.action.rename_of', { name: device.name })}
            onClick={() => onOpen({ kind: 'rename', device })}
          >
            <IconPencil size={14} stroke={1.6} aria-hidden />
          </IconButton>
          {groups.length > 0 && (
            <SelectField
              label={t('device_groups.move.label', { name: device.name })}
              isLabelHidden
              value={String(device.device_group_id ?? '')}
              placeholder={t('device_groups.list.loose')}
              options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(value) => onMove(device, value === '' ? null : Number(value))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
