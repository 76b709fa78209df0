import type { LocationPersonView } from '@ohmstead/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPeopleQuery, type SwitchableFlag } from '../../shared/people/location-people-query.ts'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast, undoToastMs } from '../../ui/toast-store.ts'

interface Change {
  flag: SwitchableFlag
  isOn: boolean
  isUndo?: boolean
}

/** Grants or removes a right at once; the message offers to undo it. */
export function useGrant(locationId: number, person: LocationPersonView) {
  const t = useT()
  const queryClient = useQueryClient()
  const query = locationPeopleQuery(locationId)
  const name = formatPersonName(person)
  const grant = useMutation({
    mutationFn: ({ flag, isOn }: Change) => {
      // Another switch may have changed since the message appeared.
      const known = queryClient.getQueryData(query.queryKey)?.find(({ id }) => id === person.id) ?? person
      return call('PUT /locations/:locationId/users/:userId', {
        params: { locationId, userId: person.id },
        body: { ...known.permissions, [flag]: isOn, view: true },
      })
    },
    onSuccess: ({ users }, { flag, isOn, isUndo }: Change) => {
      queryClient.setQueryData(query.queryKey, users)
      if (isUndo) return void showToast(t('people.grant.undone'))
      showToast(t(`people.grant.${flag}_${isOn ? 'on' : 'off'}`, { name }), {
        delayMs: undoToastMs,
        action: {
          label: t('common.action.undo'),
          isUndo: true,
          run: () => grant.mutate({ flag, isOn: !isOn, isUndo: true }),
        },
      })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return grant
}
