import { call } from '../../lib/call.ts'
import { useT } from '../i18n/use-t.ts'
import { NameModal } from './name-modal.tsx'

/** What people call a device; it stays when its controller declares it again. */
export function RenameDeviceModal({
  ids,
  name,
  onRenamed,
  onClose,
}: {
  ids: { locationId: number; deviceId: number }
  name: string
  /** Reads again what shows the name. */
  onRenamed: () => Promise<unknown>
  onClose: () => void
}) {
  const t = useT()
  const save = async (newName: string) => {
    const { device } = await call('PUT /locations/:locationId/devices/:deviceId', {
      params: ids,
      body: { name: newName },
    })
    await onRenamed()
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
