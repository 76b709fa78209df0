import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { RenameDeviceModal } from '../../shared/forms/rename-device-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { useDeviceChanged } from './use-device-changed.ts'

/** The button beside a device's name. */
export function RenameDevice({ ids, name }: { ids: { locationId: number; deviceId: number }; name: string }) {
  const t = useT()
  const noteChanged = useDeviceChanged(ids)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={t('location_groups.action.rename_of', { name })}
        onClick={() => setAsking(true)}
      >
        <IconPencil size={16} stroke={1.6} aria-hidden />
        {t('location_groups.action.rename')}
      </Button>
      {isAsking && (
        <RenameDeviceModal ids={ids} name={name} onRenamed={noteChanged} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
