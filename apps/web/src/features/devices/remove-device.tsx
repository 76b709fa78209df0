import type { DevicePageView } from '@ohmstead/contract/devices'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { controllerKey } from '../../shared/controllers/controller-page-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './device-page.module.css'
import { devicePageQuery } from './device-page-query.ts'

/** Marks a device as deleted after a question, or brings it back. */
export function RemoveDevice({
  ids,
  device,
}: {
  ids: { locationId: number; deviceId: number }
  device: Pick<DevicePageView, 'name' | 'is_removed'>
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const change = useMutation({
    mutationFn: (isRemoved: boolean) =>
      isRemoved
        ? call('DELETE /locations/:locationId/devices/:deviceId', { params: ids })
        : call('POST /locations/:locationId/devices/:deviceId/restore', { params: ids }),
    onSuccess: async () => {
      setAsked(false)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: devicePageQuery(ids).queryKey }),
        queryClient.invalidateQueries({ queryKey: locationQuery(ids.locationId).queryKey }),
        queryClient.invalidateQueries({ queryKey: menuKey }),
        queryClient.invalidateQueries({ queryKey: controllerKey }),
      ])
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
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
