import type { BulkChangeView, BulkItemView } from '@ohmstead/contract/bulk-changes'
import type { BulkOutcome } from '@ohmstead/domain/fleet/bulk-change'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../shared/i18n/use-t.ts'
import { locationPaths } from '../../../shared/paths.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './bulk.module.css'
import { bulkItemsQuery, isOpenChange } from './bulk-queries.ts'
import { useBulkOutcome } from './use-bulk-state.ts'

/** What became of each location, or of those with one outcome. */
export function BulkItems({
  companyId,
  locationGroupId,
  change,
  outcome,
}: {
  companyId: number
  locationGroupId: number
  change: BulkChangeView
  outcome: BulkOutcome | null
}) {
  const t = useT()
  const query = bulkItemsQuery(locationGroupId, change.id, { outcome, isOpen: isOpenChange(change) })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery(query)
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} radius={16} />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <p className={styles.soft}>{t('location_groups.locations.none')}</p>
  return (
    <>
      <ul className={styles.list} aria-busy={isPlaceholderData}>
        {items.map((item) => (
          <Item key={item.position} companyId={companyId} item={item} isUndo={change.undoes !== null} />
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bulk_changes.more')}
        </Button>
      )}
    </>
  )
}

function Item({ companyId, item, isUndo }: { companyId: number; item: BulkItemView; isUndo: boolean }) {
  const t = useT()
  const outcomeOf = useBulkOutcome()
  const { location, device, outcome, reason, undone } = item
  const address = { companyId, locationGroupId: location.location_group_id, locationId: location.id }
  return (
    <li className={styles.item}>
      <div>
        <Link to={locationPaths.overview(address)}>{location.name}</Link>
        {device && <p className={styles.soft}>{device.name}</p>}
      </div>
      <span className={styles.badge} data-outcome={undone ? undefined : outcome}>
        {undone ? t('bulk_changes.undone') : outcomeOf(outcome, isUndo)}
      </span>
      {reason !== null && <p className={styles.soft}>{t(`bulk_changes.reason.${reason}`)}</p>}
    </li>
  )
}
