import type { MappedSourceView, MappingView } from '@ohmstead/contract/mapping'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { mappingQuery } from './mapping-query.ts'

interface Change {
  mapping?: readonly MappedSourceView[]
  roles?: Record<string, DeviceCategory>
}

export const rolesOf = ({ devices }: MappingView): Record<string, DeviceCategory> =>
  Object.fromEntries(devices.flatMap(({ device, role }) => (role === null ? [] : [[device, role]])))

/** Saves all of it as it is now with a change; whoever saved in between is kept, and the page shows what they did. */
export function useSaveMapping(
  params: { locationId: number; controllerId: number },
  view: MappingView | undefined,
) {
  const t = useT()
  const queryClient = useQueryClient()
  const { queryKey } = mappingQuery(params)
  return useMutation({
    mutationFn: ({ mapping, roles }: Change) =>
      call('PUT /locations/:locationId/controllers/:controllerId/mapping', {
        params,
        body: {
          version: view!.version,
          mapping: [...(mapping ?? view!.mapping)],
          roles: roles ?? rolesOf(view!),
        },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: locationQuery(params.locationId).queryKey })
      showToast(t('mapping.done.saved'))
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey })
      showToast(errorText(error, t), { tone: 'danger' })
    },
  })
}
