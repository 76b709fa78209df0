import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Asks before an empty group is deleted; one that is no longer empty is refused by the server. */
export function RemoveGroupModal({
  groupId,
  name,
  onClose,
}: {
  groupId: number
  name: string
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /location-groups/:locationGroupId', { params: { locationGroupId: groupId } }),
    onSuccess: () => showToast(t('location_groups.done.deleted', { name }), { tone: 'success' }),
    onError: (error) =>
      showToast(`${t('locations.delete.failed')} ${errorText(error, t)}`, { tone: 'danger' }),
    onSettled: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: menuKey })
    },
  })
  return (
    <ConfirmModal
      isDangerous
      title={t('location_groups.delete.title')}
      text={t('location_groups.delete.text', { name })}
      action={t('location_groups.action.delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
