import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupsKey } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

interface GroupModalProps {
  companyId: number
  /** The group to rename, or the parent of the new group. */
  groupId: number
  /** The current name; null creates a new group. */
  name: string | null
  /** The parent of a new group, unless it is the company itself. */
  parentName: string | null
  onClose: () => void
}

export function GroupModal({ companyId, groupId, name, parentName, onClose }: GroupModalProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { name: name ?? '' },
    rules: { name: nameRules(200) },
    labels: { name: t('locations.settings.name') },
    send: async (values) => {
      const given = values.name.trim()
      if (name === null)
        await call('POST /companies/:companyId/location-groups', {
          params: { companyId },
          body: { name: given, parentId: groupId },
        })
      else
        await call('PUT /location-groups/:locationGroupId', {
          params: { locationGroupId: groupId },
          body: { name: given },
        })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: menuKey }),
        queryClient.invalidateQueries({ queryKey: locationGroupsKey }),
      ])
      showToast(t('location_groups.done.saved', { name: given }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <FormModal
      title={
        name === null ? t('location_groups.action.add') : t('location_groups.action.rename_of', { name })
      }
      failure={form.failure}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {parentName && <p>{t('location_groups.add.inside', { name: parentName })}</p>}
      <TextField {...form.text('name')} autoComplete="off" autoFocus />
    </FormModal>
  )
}
