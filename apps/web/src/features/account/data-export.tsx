import { IconDownload } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiAddress, call, callForFile, isApiElsewhere } from '../../lib/call.ts'
import { downloadBlob } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { showToast } from '../../ui/toast-store.ts'

const exportQuery = queryOptions({
  queryKey: ['own', 'export'],
  queryFn: async ({ signal }) => (await call('GET /auth/user/export', { signal })).export,
})

/** While it is collected, and from the click on its link until the server starts sending it, however long that takes. */
const watchMs = 1500

/** Collected by a job; the file can be downloaded once. */
export function DataExport() {
  const t = useT()
  const queryClient = useQueryClient()
  const [takenId, setTakenId] = useState<number | null>(null)
  const { data: latest, error } = useQuery({
    ...exportQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || (data?.state === 'ready' && data.id === takenId) ? watchMs : false,
  })
  const start = useMutation({
    mutationFn: () => call('POST /auth/user/export'),
    onSuccess: (answer) => queryClient.setQueryData(exportQuery.queryKey, answer.export),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
  })
  const save = useMutation({
    // A link to another site would be sent without the session.
    mutationFn: async (exportId: number) =>
      downloadBlob(
        await callForFile('GET /auth/user/export/:exportId/file', { params: { exportId } }),
        'my-data.zip',
      ),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries(exportQuery),
  })
  if (latest?.state === 'ready') {
    const content = (
      <>
        <IconDownload size={18} stroke={1.6} aria-hidden />
        {t('account.privacy.download')}
      </>
    )
    if (isApiElsewhere())
      return (
        <Button variant="primary" isBusy={save.isPending} onClick={() => save.mutate(latest.id)}>
          {content}
        </Button>
      )
    return (
      <a
        className={buttonClass({ variant: 'primary' })}
        href={apiAddress(`/auth/user/export/${latest.id}/file`)}
        download
        // The server deletes the file after the download.
        onClick={() => setTakenId(latest.id)}
      >
        {content}
      </a>
    )
  }
  const isRunning = latest?.state === 'running'
  return (
    <>
      <Button isBusy={isRunning || start.isPending} onClick={() => start.mutate()}>
        {t(isRunning ? 'account.privacy.export_running' : 'account.privacy.export_action')}
      </Button>
      {(latest?.state === 'failed' || error) && (
        <p className={styles.problem} role="alert">
          {error ? errorText(error, t) : t('account.privacy.export_failed')}
        </p>
      )}
    </>
  )
}
