import type { ControllerIds } from '../../../shared/controllers/controller-page-query.ts'
import { RenameButton } from '../../../shared/forms/rename-button.tsx'
import { RenameControllerModal } from './rename-controller-modal.tsx'

/** The button beside a controller's name. */
export function RenameController({ ids, name }: { ids: ControllerIds; name: string }) {
  return (
    <RenameButton name={name}>
      {(onClose) => <RenameControllerModal ids={ids} name={name} onClose={onClose} />}
    </RenameButton>
  )
}
