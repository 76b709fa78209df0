import type { LocationView } from '@ohmstead/contract/locations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { NameModal } from '../../shared/forms/name-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { adoptGroups } from './adopt-groups.ts'
import type { DeviceGroup } from './device-group.ts'
import styles from './device-groups-page.module.css'

/** Names a device group and selects its devices; creates one if there is none yet. */
export function DeviceGroupModal({
  location,
  group,
  onClose,
}: {
  location: LocationView
  group: DeviceGroup | null
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const { id: locationId, devices, device_groups: groups } = location
  const [chosen, setChosen] = useState(
    () => new Set(group ? devices.filter((one) => one.device_group_id === group.id).map(({ id }) => id) : []),
  )
  const choose = (deviceId: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(deviceId)
    else next.delete(deviceId)
    setChosen(next)
  }
  const save = async (name: string) => {
    const body = { name, deviceIds: devices.map(({ id }) => id).filter((id) => chosen.has(id)) }
    if (group === null)
      await call('POST /locations/:locationId/device-groups', { params: { locationId }, body })
    else
      await call('PUT /locations/:locationId/device-groups/:deviceGroupId', {
        params: { locationId, deviceGroupId: group.id },
        body,
      })
    await adoptGroups(queryClient, locationId)
    return t('device_groups.done.saved', { name })
  }
  const elsewhere = (groupId: number | null) =>
    groupId === group?.id ? undefined : groups.find(({ id }) => id === groupId)
  return (
    <NameModal
      title={group ? t('device_groups.action.edit_of', { name: group.name }) : t('device_groups.action.add')}
      name={group?.name ?? ''}
      onSave={save}
      onClose={onClose}
    >
      {devices.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{t('location_overview.devices.heading')}</legend>
          {devices.map(({ id, name, device_group_id }) => {
            const other = elsewhere(device_group_id)
            return (
              <Checkbox
                key={id}
                checked={chosen.has(id)}
                onChange={(isChosen) => choose(id, isChosen)}
                label={
                  <>
                    {name}
                    {other && (
                      <span className={styles.soft}>
                        {' '}
                        · {t('device_groups.edit.now_in', { name: other.name })}
                      </span>
                    )}
                  </>
                }
              />
            )
          })}
        </fieldset>
      )}
    </NameModal>
  )
}
