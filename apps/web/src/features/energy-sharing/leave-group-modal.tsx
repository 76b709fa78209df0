import type { SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { GroupPartProps } from './group-part.ts'
import { refreshSharing } from './sharing-query.ts'

interface LeaveGroupModalProps extends GroupPartProps {
  member: SharingMemberView
  onClose: () => void
}

/** Takes a place of one's own out of the group today. */
export function LeaveGroupModal({ group, member, onClose }: LeaveGroupModalProps) {
  const t = useT()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () =>
      call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', {
        params: { sharingGroupId: group.id, memberId: member.id },
      }),
    onSuccess: async () => {
      onClose()
      if (!group.isOrganiser && group.ownMemberCount === 1) await navigate({ to: paths.sharing })
      await refreshSharing()
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <ConfirmModal
      isDangerous
      title={t('account.shared_locations.leave_title', { name: group.name })}
      text={t('energy_sharing.own.leave_text')}
      action={t('account.shared_locations.leave')}
      isBusy={leave.isPending}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    />
  )
}
