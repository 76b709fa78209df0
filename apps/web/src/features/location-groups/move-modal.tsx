import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupsKey, locationQuery } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast, undoToastMs } from '../../ui/toast-store.ts'

export interface Moved {
  type: 'location' | 'location-group'
  id: number
  name: string
  /** The group that it lies in. */
  groupId: number
}

/** Moves a location or a group into another group of the company; can be undone. */
export function MoveModal({
  moved,
  groups,
  onClose,
}: {
  moved: Moved
  /** The groups of the company, by depth. */
  groups: readonly { id: number; name: string; depth: number }[]
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const [target, setTarget] = useState('')
  const { type, id, name, groupId } = moved
  const moveTo = async (locationGroupId: number) => {
    await call('POST /location-groups/:locationGroupId/moves', {
      params: { locationGroupId },
      body: type === 'location' ? { locationIds: [id] } : { groupIds: [id] },
    })
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: menuKey }),
      queryClient.invalidateQueries({ queryKey: locationGroupsKey }),
      ...(type === 'location'
        ? [queryClient.invalidateQueries({ queryKey: locationQuery(id).queryKey })]
        : []),
    ])
  }
  const move = useMutation({
    mutationFn: () => moveTo(Number(target)),
    onSuccess: () => {
      const undo = () =>
        void moveTo(groupId).catch((error) => showToast(errorText(error, t), { tone: 'danger' }))
      showToast(t('location_groups.done.moved', { name }), {
        tone: 'success',
        delayMs: undoToastMs,
        action: { label: t('common.action.undo'), run: undo, isUndo: true },
      })
      onClose()
    },
  })
  return (
    <FormModal
      title={t('location_groups.action.move_of', { name })}
      failure={move.error ? errorText(move.error, t) : null}
      action={t('location_groups.action.move')}
      isDisabled={target === ''}
      isBusy={move.isPending}
      onSubmit={() => move.mutate()}
      onClose={onClose}
    >
      <SelectField
        label={t('location_groups.move.into')}
        value={target}
        placeholder=""
        options={groups.map((group) => ({
          value: String(group.id),
          label: `${'\u2003'.repeat(group.depth)}${group.name}`,
        }))}
        onChange={setTarget}
      />
    </FormModal>
  )
}
