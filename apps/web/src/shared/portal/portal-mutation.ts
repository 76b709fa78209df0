import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-store.ts'
import { useT } from '../i18n/use-t.ts'
import { errorText } from '../states/page-states.tsx'
import { devicesQuery, tokensQuery } from './portal-query.ts'

/** After a change of tokens or metering points. */
export function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([queryClient.invalidateQueries(tokensQuery), queryClient.invalidateQueries(devicesQuery)])
}

/** Every failure is a red toast; the dialog that asked shows it as well and stays open. */
export function useFailure(): (error: Error) => void {
  const t = useT()
  return (error) => void showToast(errorText(error, t), { tone: 'danger', delayMs: 5000 })
}
