import { checkValue, email, required } from '@ohmstead/domain/forms/form-rules'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { fieldError } from '../../shared/forms/field-error.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { GroupPartProps } from './group-part.ts'
import { findFirstDay } from './group-state.ts'
import { isMemberComplete, type MemberDraft, MemberFields } from './member-fields.tsx'
import { rolesOf } from './own-places.ts'
import { refreshSharing } from './sharing-query.ts'

/** Asks somebody by e-mail to take part; they choose their place themselves. */
export function InviteMemberModal({ group, onClose }: GroupPartProps & { onClose: () => void }) {
  const t = useT()
  const today = useToday()
  const [address, setAddress] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [draft, setDraft] = useState<MemberDraft>(() => {
    const role = rolesOf(group.scheme)[0]!
    const validFrom = findFirstDay(group)
    return { name: '', role, sharedShare: role === 'receiver' ? '0' : '1', validFrom }
  })
  const wrong = checkValue(address, [required, email]) ?? undefined
  const invite = useMutation({
    mutationFn: async () => {
      await call('POST /sharing-groups/:sharingGroupId/members', {
        params: { sharingGroupId: group.id },
        body: { ...draft, name: draft.name.trim(), email: address.trim() },
      })
      await refreshSharing()
    },
    onSuccess: () => {
      showToast(t('invitations.done.sent', { email: address.trim() }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <FormModal
      title={t('energy_sharing.members.invite')}
      failure={invite.error ? failureText(invite.error, t) : null}
      action={t('invitations.invite.send')}
      isDisabled={!isMemberComplete(draft)}
      isBusy={invite.isPending}
      onSubmit={() => {
        setChecked(true)
        if (!wrong) invite.mutate()
      }}
      onClose={onClose}
    >
      <p>{t('energy_sharing.members.invite_text')}</p>
      <TextField
        name="email"
        type="email"
        label={t('auth.login.email')}
        value={address}
        autoComplete="off"
        autoFocus
        error={isChecked ? fieldError(wrong, t('auth.login.email'), t) : undefined}
        onChange={setAddress}
      />
      <MemberFields scheme={group.scheme} draft={draft} today={today} onChange={setDraft} />
    </FormModal>
  )
}
