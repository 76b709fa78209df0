import { mostBulkItems } from '@ohmstead/domain/fleet/bulk-change'
import { IconChecks, IconHistory, IconPencil, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import type { Listed } from '../group-locations.tsx'
import styles from './bulk.module.css'
import type { Marked } from './use-marked.ts'

interface Props {
  locationGroupId: number
  marked: Marked
  /** What the list beside it shows. */
  list: Listed
  onChange: () => void
  onHistory: () => void
}

/** How many are marked, all that the filter finds at one press, and what can be done with them. */
export function MarkingBar({
  locationGroupId,
  marked,
  list: { search, state, total },
  onChange,
  onHistory,
}: Props) {
  const t = useT()
  const format = useFormat()
  const count = marked.ids.size
  const markAll = useMutation({
    mutationFn: () =>
      call('GET /location-groups/:locationGroupId/bulk-changes/locations', {
        params: { locationGroupId },
        query: { search, ...(state && { state }) },
      }),
    onSuccess: ({ ids, total: found }) => {
      marked.set(ids, true)
      if (found > ids.length) showToast(t('bulk_changes.select.most'))
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <div className={styles.bar} data-marked={count > 0 || undefined}>
      <span role="status" className={styles.count}>
        {count > 0 && t('bulk_changes.select.count', { count: format.number(count) })}
      </span>
      {count > 0 && (
        <Button size="small" variant="primary" disabled={count > mostBulkItems} onClick={onChange}>
          <IconPencil size={16} aria-hidden />
          {t('bulk_changes.select.change')}
        </Button>
      )}
      <Button size="small" isBusy={markAll.isPending} disabled={total === 0} onClick={() => markAll.mutate()}>
        <IconChecks size={16} aria-hidden />
        {t('bulk_changes.select.all', { count: format.number(total) })}
      </Button>
      {count > 0 ? (
        <Button size="small" variant="quiet" onClick={marked.clear}>
          <IconX size={16} aria-hidden />
          {t('bulk_changes.select.clear')}
        </Button>
      ) : (
        <Button size="small" variant="quiet" onClick={onHistory}>
          <IconHistory size={16} aria-hidden />
          {t('bulk_changes.list.title')}
        </Button>
      )}
    </div>
  )
}
