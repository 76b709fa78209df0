import type { DevicePageView } from '@ohmstead/contract/devices'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { DeviceLink } from './device-link.tsx'
import styles from './device-page.module.css'
import { useDeviceChanged } from './use-device-changed.ts'

/** Marks a device as deleted after a question, or brings it back. */
export function RemoveDevice({
  ids,
  device,
}: {
  ids: { locationId: number; deviceId: number }
  device: Pick<DevicePageView, 'name' | 'is_removed' | 'replaced_by'>
}) {
  const t = useT()
  const noteChanged = useDeviceChanged(ids)
  const [isAsked, setAsked] = useState(false)
  const change = useMutation({
    mutationFn: (isRemoved: boolean) =>
      isRemoved
        ? call('DELETE /locations/:locationId/devices/:deviceId', { params: ids })
        : call('POST /locations/:locationId/devices/:deviceId/restore', { params: ids }),
    onSuccess: async () => {
      setAsked(false)
      await noteChanged()
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  if (device.replaced_by)
    return (
      <div className={styles.removed} role="status">
        <DeviceLink device={device.replaced_by}>
          {t('devices.replace.replaced_by', { name: device.replaced_by.name })}
        </DeviceLink>
      </div>
    )
  if (device.is_removed)
    return (
      <div className={styles.removed} role="status">
        <span>{t('devices.remove.is_removed')}</span>
        <Button size="small" isBusy={change.isPending} onClick={() => change.mutate(false)}>
          {t('devices.remove.restore')}
        </Button>
      </div>
    )
  return (
    <div>
      <Button size="small" variant="quiet" onClick={() => setAsked(true)}>
        {t('devices.remove.action')}
      </Button>
      {isAsked && (
        <ConfirmModal
          title={t('devices.remove.action')}
          text={t('devices.remove.text', { name: device.name })}
          action={t('devices.remove.action')}
          isDangerous
          isBusy={change.isPending}
          onConfirm={() => change.mutate(true)}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}
