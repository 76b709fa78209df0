import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { type ControllerIds, controllerKey } from '../../../shared/controllers/controller-page-query.ts'
import { controllersQuery } from '../../../shared/controllers/controllers-query.ts'
import { NameModal } from '../../../shared/forms/name-modal.tsx'
import { useT } from '../../../shared/i18n/use-t.ts'

interface RenameControllerModalProps {
  ids: ControllerIds
  name: string
  onClose: () => void
}

/** A name of its own for a controller. */
export function RenameControllerModal({ ids, name, onClose }: RenameControllerModalProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const save = async (newName: string) => {
    const path = 'PUT /locations/:locationId/controllers/:controllerId'
    const { alias } = await call(path, { params: ids, body: { alias: newName } })
    void queryClient.invalidateQueries({ queryKey: controllersQuery(ids.locationId).queryKey })
    await queryClient.invalidateQueries({ queryKey: controllerKey })
    return t('controllers.detail.renamed', { name: alias })
  }
  return (
    <NameModal
      title={t('location_groups.action.rename_of', { name })}
      name={name}
      longest={100}
      onSave={save}
      onClose={onClose}
    />
  )
}
