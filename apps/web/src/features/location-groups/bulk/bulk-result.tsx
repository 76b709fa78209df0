import type { BulkChangeView } from '@ohmstead/contract/bulk-changes'
import { type BulkOutcome, bulkOutcomes } from '@ohmstead/domain/fleet/bulk-change'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { locationGroupsKey } from '../../../shared/locations/location-query.ts'
import { menuKey } from '../../../shared/navigation/menu-query.ts'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { NotFoundState } from '../../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import listStyles from '../group-locations.module.css'
import styles from './bulk.module.css'
import { BulkActions } from './bulk-actions.tsx'
import { BulkItems } from './bulk-items.tsx'
import { bulkChangeQuery, isOpenChange } from './bulk-queries.ts'
import { useBulkName } from './use-bulk-name.ts'
import { useBulkOutcome, useBulkState } from './use-bulk-state.ts'

interface Props {
  companyId: number
  locationGroupId: number
  bulkChangeId: number
  onOpen: (bulkChangeId: number) => void
  onClose: () => void
}

/** A change of many locations while it goes on, and what became of each. */
export function BulkResult({ companyId, locationGroupId, bulkChangeId, onOpen, onClose }: Props) {
  const t = useT()
  const nameOf = useBulkName()
  const { data: change, error, refetch } = useQuery(bulkChangeQuery(locationGroupId, bulkChangeId))
  const isMissing = error instanceof ApiError && error.code === 'not_found'
  return (
    <Modal
      title={change ? nameOf(change) : t('bulk_changes.list.title')}
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      {isMissing ? (
        <NotFoundState />
      ) : !change && error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !change ? (
        <Skeleton height={320} radius={16} />
      ) : (
        <div className={styles.result}>
          {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
          <Shown {...{ companyId, locationGroupId, change, onOpen }} />
        </div>
      )}
    </Modal>
  )
}

const sum = (counts: BulkChangeView['counts']) =>
  bulkOutcomes.reduce((total, outcome) => total + counts[outcome], 0)

function Shown({
  companyId,
  locationGroupId,
  change,
  onOpen,
}: Omit<Props, 'bulkChangeId' | 'onClose'> & { change: BulkChangeView }) {
  const t = useT()
  const format = useFormat()
  const stateOf = useBulkState()
  const outcomeOf = useBulkOutcome()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const { counts, by, created_at, cancelled_by } = change
  const total = sum(counts)
  const isOpen = isOpenChange(change)
  useRefresh(isOpen)
  const facts = [
    by && formatPersonName(by),
    format.dateTime(created_at),
    cancelled_by && t('bulk_changes.stopped_by', { name: formatPersonName(cancelled_by) }),
  ]
  const share = total === 0 ? 1 : (total - counts.waiting - counts.sent) / total
  return (
    <>
      <div className={styles.head} aria-live="polite">
        <span className={styles.badge}>{stateOf(change)}</span>
        <span className={styles.soft}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {isOpen && <ProgressBar label={stateOf(change)} share={share} />}
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">{t('location_groups.locations.filter')}</legend>
        {[null, ...bulkOutcomes.filter((one) => one === outcome || counts[one] > 0)].map((one) => (
          <button
            key={one}
            type="button"
            className={listStyles.chip}
            aria-pressed={one === outcome}
            onClick={() => setOutcome(one)}
          >
            {one === null
              ? t('location_groups.locations.all', { count: format.number(total) })
              : `${outcomeOf(one, change.undoes !== null)} · ${format.number(counts[one])}`}
          </button>
        ))}
      </fieldset>
      <BulkItems {...{ companyId, locationGroupId, change, outcome }} />
      <BulkActions {...{ locationGroupId, change, onOpen }} />
    </>
  )
}

/** What has been moved lies elsewhere in the lists and the menu. */
function useRefresh(isOpen: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOpen) return
    void queryClient.invalidateQueries({ queryKey: menuKey })
    void queryClient.invalidateQueries({ queryKey: locationGroupsKey })
  }, [isOpen, queryClient])
}
