import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { adoptGroups } from './adopt-groups.ts'
import type { DeviceGroup } from './device-group.ts'

/** Asks before a device group is deleted; its devices stay. */
export function RemoveDeviceGroupModal({
  locationId,
  group: { id: deviceGroupId, name },
  onClose,
}: {
  locationId: number
  group: DeviceGroup
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /locations/:locationId/device-groups/:deviceGroupId', {
        params: { locationId, deviceGroupId },
      }),
    onSuccess: () => showToast(t('device_groups.done.removed', { name }), { tone: 'success' }),
    onError: (error) =>
      showToast(`${t('locations.delete.failed')} ${errorText(error, t)}`, { tone: 'danger' }),
    onSettled: () => {
      onClose()
      return adoptGroups(queryClient, locationId)
    },
  })
  return (
    <ConfirmModal
      isDangerous
      title={t('device_groups.remove.title')}
      text={t('device_groups.remove.text', { name })}
      action={t('device_groups.action.remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
