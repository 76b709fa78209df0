import type { SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { GroupPartProps } from './group-part.ts'
import { refreshSharing } from './sharing-query.ts'

interface RemoveMemberModalProps extends GroupPartProps {
  member: SharingMemberView
  onClose: () => void
}

/** Ends a membership today, or takes an invitation back. */
export function RemoveMemberModal({ group, member, onClose }: RemoveMemberModalProps) {
  const t = useT()
  const kind = member.state === 'invited' ? 'revoke' : 'remove'
  const remove = useMutation({
    mutationFn: async () => {
      await call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', {
        params: { sharingGroupId: group.id, memberId: member.id },
      })
      await refreshSharing()
    },
    onSuccess: onClose,
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <ConfirmModal
      isDangerous
      title={t('energy_sharing.members.remove_of', { name: member.name })}
      text={t(`energy_sharing.members.${kind}_text`)}
      action={t('energy_sharing.members.remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
