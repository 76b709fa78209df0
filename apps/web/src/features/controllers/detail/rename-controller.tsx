import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { type ControllerIds, controllerKey } from '../../../shared/controllers/controller-page-query.ts'
import { controllersQuery } from '../../../shared/controllers/controllers-query.ts'
import { NameModal } from '../../../shared/forms/name-modal.tsx'
import { useT } from '../../../shared/i18n/use-t.ts'
import { Button } from '../../../ui/button.tsx'

/** A name of its own for a controller. */
export function RenameController({ ids, name }: { ids: ControllerIds; name: string }) {
  const t = useT()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const save = async (newName: string) => {
    const path = 'PUT /locations/:locationId/controllers/:controllerId'
    const { alias } = await call(path, { params: ids, body: { alias: newName } })
    void queryClient.invalidateQueries({ queryKey: controllersQuery(ids.locationId).queryKey })
    await queryClient.invalidateQueries({ queryKey: controllerKey })
    return t('controllers.detail.renamed', { name: alias })
  }
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
        <NameModal
          title={t('location_groups.action.rename_of', { name })}
          name={name}
          longest={100}
          onSave={save}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
