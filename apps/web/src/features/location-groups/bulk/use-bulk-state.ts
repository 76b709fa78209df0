import type { BulkChangeView } from '@ohmstead/contract/bulk-changes'
import type { BulkOutcome } from '@ohmstead/domain/fleet/bulk-change'
import { useT } from '../../../shared/i18n/use-t.ts'

/** How far a change is, in a word. */
export function useBulkState(): (change: Pick<BulkChangeView, 'state'>) => string {
  const t = useT()
  return ({ state }) => t(state === 'waiting' ? 'jobs.state.queued' : `jobs.state.${state}`)
}

/** What became of an item, in a word; what is taken back is undone rather than changed. */
export function useBulkOutcome(): (outcome: BulkOutcome, isUndo: boolean) => string {
  const t = useT()
  return (outcome, isUndo) =>
    t(isUndo && outcome === 'done' ? 'bulk_changes.undone' : `bulk_changes.outcome.${outcome}`)
}
