import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { adoptGroups } from './adopt-groups.ts'

/** What people call a device; it stays when its controller declares it again. */
export function RenameDeviceModal({
  locationId,
  device: { id: deviceId, name },
  onClose,
}: {
  locationId: number
  device: LocationDeviceView
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { name },
    rules: { name: nameRules(200) },
    labels: { name: t('locations.settings.name') },
    send: async (values) => {
      const { device } = await call('PUT /locations/:locationId/devices/:deviceId', {
        params: { locationId, deviceId },
        body: { name: values.name.trim() },
      })
      await adoptGroups(queryClient, locationId)
      showToast(t('device_groups.done.renamed', { name: device.name }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <FormModal
      title={t('location_groups.action.rename_of', { name })}
      failure={form.failure}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField {...form.text('name')} autoComplete="off" autoFocus />
    </FormModal>
  )
}
