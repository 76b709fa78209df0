import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { useT } from '../../i18n/use-t.ts'
import { useFailure, useRefresh } from '../portal-mutation.ts'
import { calculationsKey, type PortalDevice } from '../portal-query.ts'

/** Keeps what its owner says of a metering point; everything calculated with it is asked for again. */
export function useSaveConsumerInfo(deviceId: PortalDevice['id']) {
  const t = useT()
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: (body: ManualConsumerInfo) =>
      call('PUT /abstract-devices/:deviceId/consumer-info', { params: { deviceId }, body }),
    onSuccess: () => {
      showToast(t('portal.details.saved'), { tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: [...calculationsKey, deviceId] })
      return refresh()
    },
    onError,
  })
}
