import type { BulkChangeView } from '@ohmstead/contract/bulk-changes'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, callForFile } from '../../../lib/call.ts'
import { downloadBlob } from '../../../shared/charts/download.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { paths } from '../../../shared/paths.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import styles from './bulk.module.css'
import { bulkKey, isOpenChange } from './bulk-queries.ts'

const base = '/location-groups/:locationGroupId/bulk-changes/:bulkChangeId'

/** To stop a change that goes on, to take back one that has ended, and to keep its result. */
export function BulkActions({
  locationGroupId,
  change,
  onOpen,
}: {
  locationGroupId: number
  change: BulkChangeView
  onOpen: (bulkChangeId: number) => void
}) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const params = { locationGroupId, bulkChangeId: change.id }
  const after = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: bulkKey }),
    onError: (error: Error) => void showToast(errorText(error, t), { tone: 'danger' }),
  }
  const save = useMutation({
    mutationFn: async () =>
      downloadBlob(await callForFile(`GET ${base}/csv`, { params }), `change-${change.id}.csv`),
    onError: after.onError,
  })
  const stop = useMutation({ mutationFn: () => call(`POST ${base}/cancel`, { params }), ...after })
  const undo = useMutation({
    mutationFn: () => call(`POST ${base}/undo`, { params }),
    onSuccess: ({ change: undoing }) => onOpen(undoing.id),
    ...after,
  })
  const isOpen = isOpenChange(change)
  const canUndo = !isOpen && change.undoable > 0
  return (
    <>
      {change.roll_out && (
        <p>
          <Link to={paths.rollOut(change.roll_out.id)}>
            {t('titles.roll_out')}: {change.roll_out.name}
          </Link>
        </p>
      )}
      {change.action === 'update' && <p className={styles.soft}>{t('bulk_changes.update.note')}</p>}
      {canUndo && <p className={styles.soft}>{t('bulk_changes.undo_note')}</p>}
      <div className={styles.actions}>
        <Button variant="quiet" isBusy={save.isPending} onClick={() => save.mutate()}>
          <IconDownload size={16} aria-hidden />
          {t('spot_market.history.csv')}
        </Button>
        {isOpen && (
          <Button isBusy={stop.isPending} onClick={() => stop.mutate()}>
            {t('jobs.panel.cancel')}
          </Button>
        )}
        {canUndo && (
          <Button isBusy={undo.isPending} onClick={() => undo.mutate()}>
            {t('bulk_changes.undo', { count: format.number(change.undoable) })}
          </Button>
        )}
      </div>
    </>
  )
}
