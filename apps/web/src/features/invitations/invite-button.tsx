import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { InviteModal } from './invite-modal.tsx'

export function InviteButton({ locationId }: { locationId: number }) {
  const t = useT()
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setInviting(true)}>
        <IconUserPlus size={16} aria-hidden />
        {t('invitations.action.invite')}
      </Button>
      {isInviting && <InviteModal locationId={locationId} onClose={() => setInviting(false)} />}
    </>
  )
}
