import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Modal } from '../../../ui/modal.tsx'
import styles from './bulk.module.css'
import type { OpenChange } from './bulk-address.ts'
import { bulkChangesQuery } from './bulk-queries.ts'
import { BulkResult } from './bulk-result.tsx'
import { useBulkName } from './use-bulk-name.ts'
import { useBulkOutcome, useBulkState } from './use-bulk-state.ts'

interface Props {
  companyId: number
  locationGroupId: number
  change: NonNullable<OpenChange>
  onOpen: (change: NonNullable<OpenChange>) => void
  onClose: () => void
}

/** One change of many locations, or the latest of all. */
export function BulkPanel({ change, onOpen, onClose, ...ids }: Props) {
  const t = useT()
  if (change !== 'all')
    return <BulkResult key={change} {...ids} bulkChangeId={change} onOpen={onOpen} onClose={onClose} />
  return (
    <Modal
      title={t('bulk_changes.list.title')}
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      <ChangeList locationGroupId={ids.locationGroupId} onOpen={onOpen} />
    </Modal>
  )
}

function ChangeList({ locationGroupId, onOpen }: Pick<Props, 'locationGroupId' | 'onOpen'>) {
  const t = useT()
  const format = useFormat()
  const nameOf = useBulkName()
  const stateOf = useBulkState()
  const outcomeOf = useBulkOutcome()
  const { data, error, refetch } = useQuery(bulkChangesQuery(locationGroupId))
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius={16} />
  if (data.length === 0) return <p className={styles.soft}>{t('bulk_changes.list.none')}</p>
  return (
    <ul className={styles.list}>
      {data.map((change) => {
        const { id, group, by, created_at, counts } = change
        const facts = [group?.name, by && formatPersonName(by), format.dateTime(created_at)]
        return (
          <li key={id}>
            <button type="button" className={styles.change} onClick={() => onOpen(id)}>
              <span>
                {nameOf(change)}
                <span className={styles.badge}>{stateOf(change)}</span>
              </span>
              <span className={styles.soft}>
                {facts.filter(Boolean).join(' · ')}
                {` · ${outcomeOf('done', change.undoes !== null)} ${format.number(counts.done)}`}
                {counts.failed > 0 &&
                  ` · ${t('bulk_changes.outcome.failed')} ${format.number(counts.failed)}`}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
