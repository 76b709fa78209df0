import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { NameModal } from '../../shared/forms/name-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupsKey } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'

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
  const save = async (given: string) => {
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
    return t('location_groups.done.saved', { name: given })
  }
  return (
    <NameModal
      title={
        name === null ? t('location_groups.action.add') : t('location_groups.action.rename_of', { name })
      }
      name={name ?? ''}
      lead={parentName && <p>{t('location_groups.add.inside', { name: parentName })}</p>}
      onSave={save}
      onClose={onClose}
    />
  )
}
