import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../../lib/call.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { forgetReadings } from '../../../shared/portal/ask-portal-worker.ts'
import { useFailure, useRefresh } from '../../../shared/portal/portal-mutation.ts'
import { calculationsKey, type PortalDevice } from '../../../shared/portal/portal-query.ts'
import { showToast } from '../../../ui/toast-store.ts'

/** Adds a token, or replaces the given one. */
export function useSendToken() {
  const t = useT()
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: async ({ id, token }: { id: number | null; token: string }) => {
      const body = { token }
      if (id === null) return (await call('POST /auth/user/external-credential', { body })).credential
      const path = 'PUT /auth/user/external-credential/:credentialId'
      return (await call(path, { params: { credentialId: id }, body })).credential
    },
    onSuccess: ({ state }, { id }) => {
      if (id !== null && state === 'accepted') showToast(t('portal.token.replaced'), { tone: 'success' })
      return refresh()
    },
    onError,
  })
}

export function useRemoveToken() {
  const t = useT()
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: (credentialId: number) =>
      call('DELETE /auth/user/external-credential/:credentialId', { params: { credentialId } }),
    onSuccess: () => {
      showToast(t('portal.token.removed'), { tone: 'success' })
      return refresh()
    },
    onError,
  })
}

export function useAddDevice() {
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: async (device: { eimm: string; token_id: number }) =>
      (
        await call('POST /abstract-device', {
          body: { ...device, abstract_device_type_id: 1, credentials: [] },
        })
      ).addDevice,
    onSuccess: refresh,
    onError: (error) => {
      onError(error)
      // The portal may have refused the token: then its field says so.
      return refresh()
    },
  })
}

export function useRemoveDevice() {
  const t = useT()
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: (deviceId: number) => call('DELETE /abstract-devices/:deviceId', { params: { deviceId } }),
    onSuccess: () => {
      showToast(t('portal.device.removed'), { tone: 'success' })
      return refresh()
    },
    onError,
  })
}

/** Removing the last token removes the point too, so this is offered only with several. */
export function useRemoveDeviceToken(deviceId: PortalDevice['id']) {
  const t = useT()
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: (tokenId: number) =>
      call('DELETE /abstract-device/:deviceId/token/:tokenId', { params: { deviceId, tokenId } }),
    onSuccess: () => {
      showToast(t('portal.device.token_removed'), { tone: 'success' })
      return refresh()
    },
    onError,
  })
}

export function useStartImport() {
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: (deviceId: number) =>
      call('POST /abstract-devices/:deviceId/import', { params: { deviceId }, body: {} }),
    onSuccess: refresh,
    onError,
  })
}

export function useCancelImport() {
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: (jobId: number) => call('POST /jobs/:jobId/cancel', { params: { jobId } }),
    onSuccess: refresh,
    onError,
  })
}

export function useImportCsv() {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const onError = useFailure()
  return useMutation({
    mutationFn: (file: File) => upload('POST /abstract-devices/csv', file, 'text/csv'),
    onSuccess: ({ device }) => {
      forgetReadings()
      void queryClient.invalidateQueries({ queryKey: [...calculationsKey, device.id] })
      return refresh()
    },
    onError,
  })
}
