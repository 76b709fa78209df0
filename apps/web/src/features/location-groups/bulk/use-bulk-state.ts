import type { BulkChangeView } from '@ohmstead/contract/bulk-changes'
import { useT } from '../../../shared/i18n/use-t.ts'

/** How far a change is, in a word. */
export function useBulkState(): (change: Pick<BulkChangeView, 'state'>) => string {
  const t = useT()
  return ({ state }) => t(state === 'waiting' ? 'jobs.state.queued' : `jobs.state.${state}`)
}
