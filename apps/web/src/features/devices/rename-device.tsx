import { RenameButton } from '../../shared/forms/rename-button.tsx'
import { RenameDeviceModal } from '../../shared/forms/rename-device-modal.tsx'
import { useDeviceChanged } from './use-device-changed.ts'

/** The button beside a device's name. */
export function RenameDevice({ ids, name }: { ids: { locationId: number; deviceId: number }; name: string }) {
  const noteChanged = useDeviceChanged(ids)
  return (
    <RenameButton name={name}>
      {(onClose) => <RenameDeviceModal ids={ids} name={name} onRenamed={noteChanged} onClose={onClose} />}
    </RenameButton>
  )
}
