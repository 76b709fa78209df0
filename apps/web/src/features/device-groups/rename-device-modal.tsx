import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { NameModal } from '../../shared/forms/name-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { adoptGroups } from './adopt-groups.ts'

/** What people call a device; it stays when its controller declares it again. */
export function RenameDeviceModal({
  locationId,
  device: { id: deviceId, name },
  onClose,
}: {
  locationId: number
  device: LocationDeviceView
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const save = async (newName: string) => {
    const { device } = await call('PUT /locations/:locationId/devices/:deviceId', {
      params: { locationId, deviceId },
      body: { name: newName },
    })
    await adoptGroups(queryClient, locationId)
    return t('device_groups.done.renamed', { name: device.name })
  }
  return (
    <NameModal
      title={t('location_groups.action.rename_of', { name })}
      name={name}
      onSave={save}
      onClose={onClose}
    />
  )
}
