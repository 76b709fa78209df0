import type { SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import type { GroupPartProps } from './group-part.ts'
import { isMemberComplete, type MemberDraft, MemberFields } from './member-fields.tsx'
import { refreshSharing } from './sharing-query.ts'

interface MemberModalProps extends GroupPartProps {
  member: SharingMemberView
  onClose: () => void
}

/** What a member does in the group, changed by its organiser. */
export function MemberModal({ group, member, onClose }: MemberModalProps) {
  const t = useT()
  const { name, role, sharedShare, validFrom } = member
  const [draft, setDraft] = useState<MemberDraft>({ name, role, sharedShare, validFrom })
  const save = useMutation({
    mutationFn: async () => {
      await call('PUT /sharing-groups/:sharingGroupId/members/:memberId', {
        params: { sharingGroupId: group.id, memberId: member.id },
        body: { ...draft, name: draft.name.trim() },
      })
      await refreshSharing()
    },
    onSuccess: onClose,
  })
  return (
    <FormModal
      title={member.name}
      failure={save.error ? failureText(save.error, t) : null}
      action={t('common.action.save')}
      isDisabled={!isMemberComplete(draft)}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <MemberFields scheme={group.scheme} draft={draft} today={useToday()} onChange={setDraft} />
    </FormModal>
  )
}
