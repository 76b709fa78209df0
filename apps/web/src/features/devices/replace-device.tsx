import type { DevicePageView } from '@ohmstead/contract/devices'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { DeviceLink } from './device-link.tsx'
import styles from './device-page.module.css'
import { ReplaceModal } from './replace-modal.tsx'
import { useDeviceChanged } from './use-device-changed.ts'

/** A device that was exchanged continues the history of the old one; can be undone. */
export function ReplaceDevice({
  ids,
  device: { replaces },
}: {
  ids: { locationId: number; deviceId: number }
  device: Pick<DevicePageView, 'replaces'>
}) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const noteChanged = useDeviceChanged(ids)
  const undo = useMutation({
    mutationFn: () => call('DELETE /locations/:locationId/devices/:deviceId/replacement', { params: ids }),
    onSuccess: noteChanged,
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  if (replaces)
    return (
      <div className={styles.removed}>
        <DeviceLink device={replaces}>{t('devices.replace.replaces', { name: replaces.name })}</DeviceLink>
        <Button size="small" variant="quiet" isBusy={undo.isPending} onClick={() => undo.mutate()}>
          {t('devices.replace.undo')}
        </Button>
      </div>
    )
  return (
    <div>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        {t('devices.replace.action')}
      </Button>
      {isOpen && <ReplaceModal ids={ids} onClose={() => setOpen(false)} />}
    </div>
  )
}
