import { useQueryClient } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { timePlansKey } from '../../shared/pricing/time-plans-query.ts'
import { showToast } from '../../ui/toast-store.ts'

/**
 * Saves and deletes with the messages that the specification names. After a failure the plan is read again; what was
 * entered here stays.
 */
export function usePlanWrites() {
  const t = useT()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: timePlansKey })
  const write = async <Result>(
    send: () => Promise<Result>,
    success: 'time_of_use.save_success' | 'time_of_use.delete_success',
    failure: 'time_of_use.save_error' | 'time_of_use.delete_error',
  ): Promise<Result> => {
    try {
      const result = await send()
      await refresh()
      showToast(t(success), { tone: 'success' })
      return result
    } catch (error) {
      // Somebody else was faster, or this was stored and only the answer got lost.
      void refresh()
      showToast(t(failure), { tone: 'danger' })
      throw error
    }
  }
  return {
    save: <Result>(send: () => Promise<Result>) =>
      write(send, 'time_of_use.save_success', 'time_of_use.save_error'),
    remove: <Result>(send: () => Promise<Result>) =>
      write(send, 'time_of_use.delete_success', 'time_of_use.delete_error'),
  }
}
