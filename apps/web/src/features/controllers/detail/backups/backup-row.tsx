import type { BackupView } from '@ohmstead/contract/backups'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, callForFile } from '../../../../lib/call.ts'
import { downloadBlob } from '../../../../shared/charts/download.ts'
import { useFormat } from '../../../../shared/i18n/use-format.ts'
import { useT } from '../../../../shared/i18n/use-t.ts'
import { formatPersonName } from '../../../../shared/people/person-name.ts'
import { ProofModal } from '../../../../shared/session/proof-modal.tsx'
import { errorText } from '../../../../shared/states/page-states.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { showToast, undoToastMs } from '../../../../ui/toast-store.ts'
import styles from './backups.module.css'
import { type BackupRights, backupsQuery } from './backups-query.ts'
import { RestoreModal } from './restore-modal.tsx'

interface BackupRowProps {
  backup: BackupView
  controllerId: number
  may: BackupRights
  canRestore: boolean
  timeZone: string | undefined
  onStarted: (jobId: number) => void
}

export function BackupRow({ backup, controllerId, may, canRestore, timeZone, onStarted }: BackupRowProps) {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState<'download' | 'restore' | null>(null)
  const { filename, created_at, source, by, size_bytes, software_version, former_unit_id } = backup
  const time = format.dateTime(created_at, timeZone)
  const params = { controllerId, backupId: backup.id }
  const remove = useRemove(params, time)
  const isReadable = backup.state === 'ready'
  const facts = [
    t(`backups.source.${source}`),
    by && formatPersonName(by),
    `${format.number(Math.max(0.1, size_bytes / 1000), 1)}\u00a0kB`,
    software_version !== null && t('backups.version', { version: software_version }),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <time>{time}</time>
        <small>{facts.filter(Boolean).join(' · ')}</small>
        <small>{filename}</small>
        {former_unit_id !== null && <small>{t('backups.former', { serial: former_unit_id })}</small>}
        {!isReadable && <small data-tone="warning">{t('errors.backup_unreadable')}</small>}
      </div>
      <div className={styles.actions}>
        {may.edit && (
          <Button
            size="small"
            aria-label={`${t('backups.restore.action')}: ${time}`}
            disabled={!canRestore || !isReadable}
            onClick={() => setOpen('restore')}
          >
            {t('backups.restore.action')}
          </Button>
        )}
        {may.download && isReadable && (
          <IconButton
            size="small"
            label={`${t('backups.download.action')}: ${time}`}
            onClick={() => setOpen('download')}
          >
            <IconDownload size={18} aria-hidden />
          </IconButton>
        )}
        {may.edit && (
          <IconButton
            size="small"
            label={`${t('backups.remove.action')}: ${time}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            <IconTrash size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      {open === 'restore' && (
        <RestoreModal params={params} time={time} onStarted={onStarted} onClose={() => setOpen(null)} />
      )}
      {open === 'download' && (
        <ProofModal
          title={t('backups.download.title')}
          text={t('backups.download.text')}
          action={t('backups.download.action')}
          onClose={() => setOpen(null)}
          onProof={async (password) => {
            const path = 'POST /backups/controllers/:controllerId/:backupId/file'
            downloadBlob(await callForFile(path, { params, body: { password } }), filename)
            setOpen(null)
          }}
        />
      )}
    </li>
  )
}

/** Gone at once, with a way back. */
function useRemove(params: { controllerId: number; backupId: number }, time: string) {
  const t = useT()
  const queryClient = useQueryClient()
  const { queryKey } = backupsQuery(params.controllerId)
  const onError = (failure: unknown) => showToast(errorText(failure, t), { tone: 'danger' })
  const undelete = async () => {
    try {
      const list = await call('POST /backups/controllers/:controllerId/:backupId/undelete', { params })
      queryClient.setQueryData(queryKey, list)
    } catch (failure) {
      onError(failure)
    }
  }
  return useMutation({
    mutationFn: async () => {
      // An answer on its way would bring it back.
      await queryClient.cancelQueries({ queryKey })
      return call('DELETE /backups/controllers/:controllerId/:backupId', { params })
    },
    onSuccess: (list) => {
      queryClient.setQueryData(queryKey, list)
      showToast(t('backups.remove.done', { time }), {
        delayMs: undoToastMs,
        action: { label: t('common.action.undo'), run: () => void undelete(), isUndo: true },
      })
    },
    onError,
  })
}
