import type { MappedSourceView, MappingView } from '@ohmstead/contract/mapping'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { controllerPageQuery } from '../../shared/controllers/controller-page-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { mappingQuery } from './mapping-query.ts'

/** Saves all of it at once; whoever saved in between is kept, and the page shows what they did. */
export function useSaveMapping(
  params: { locationId: number; controllerId: number },
  view: MappingView | undefined,
) {
  const t = useT()
  const queryClient = useQueryClient()
  const { queryKey } = mappingQuery(params)
  return useMutation({
    mutationFn: (mapping: readonly MappedSourceView[]) =>
      call('PUT /locations/:locationId/controllers/:controllerId/mapping', {
        params,
        body: { version: view!.version, mapping: [...mapping] },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      // Its devices are there at once.
      for (const shown of [
        locationQuery(params.locationId).queryKey,
        controllerPageQuery(params).queryKey,
        menuKey,
      ])
        void queryClient.invalidateQueries({ queryKey: shown })
      showToast(t('mapping.done.saved'))
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey })
      showToast(errorText(error, t), { tone: 'danger' })
    },
  })
}
