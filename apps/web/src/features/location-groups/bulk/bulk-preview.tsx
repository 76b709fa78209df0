import type { BulkPreviewView, BulkWish } from '@ohmstead/contract/bulk-changes'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import styles from './bulk.module.css'
import { bulkPreviewQuery } from './bulk-queries.ts'

export const useBulkPreview = (locationGroupId: number, wish: BulkWish | null, ids: readonly number[]) =>
  useQuery(bulkPreviewQuery(locationGroupId, wish, ids))

/** How many would be changed, and why not the others. */
export function BulkPreview({
  wish,
  preview: { data, error },
}: {
  wish: BulkWish | null
  preview: UseQueryResult<BulkPreviewView>
}) {
  const t = useT()
  const format = useFormat()
  const left = data ? data.total - data.touched : 0
  return (
    <div className={styles.preview} role="status">
      {wish !== null && error && <p>{errorText(error, t)}</p>}
      {wish !== null && data && (
        <>
          <p>
            <strong>{t('bulk_changes.preview.touched', { count: format.number(data.touched) })}</strong>
          </p>
          {left > 0 && (
            <>
              <p>{t('bulk_changes.preview.left', { count: format.number(left) })}</p>
              <ul>
                {data.left_out.map(({ reason, count }) => (
                  <li key={reason}>
                    <span>{t(`bulk_changes.reason.${reason}`)}</span>
                    <span>{format.number(count)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className={styles.soft}>{t('bulk_changes.preview.note')}</p>
        </>
      )}
    </div>
  )
}
