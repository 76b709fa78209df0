import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { ControllerIds } from '../../../shared/controllers/controller-page-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { Button } from '../../../ui/button.tsx'
import { RenameControllerModal } from './rename-controller-modal.tsx'

/** The button beside a controller's name. */
export function RenameController({ ids, name }: { ids: ControllerIds; name: string }) {
  const t = useT()
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
      {isAsking && <RenameControllerModal ids={ids} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}
