import type { FirstRunView } from '@ohmstead/contract/first-run'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './first-run.module.css'
import { firstRunQuery, runbookSteps } from './first-run-query.ts'

/** The runbook's steps whose state the server knows; the backup has to be confirmed. */
export function OpenTasks({ tasks }: { tasks: FirstRunView['tasks'] }) {
  const t = useT()
  const queryClient = useQueryClient()
  const tell = useMutation({
    mutationFn: (isBackupArranged: boolean) => call('PUT /first-run', { body: { isBackupArranged } }),
    onSuccess: ({ firstRun }) => queryClient.setQueryData(firstRunQuery.queryKey, firstRun),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  const open = tasks.filter(({ isDone }) => !isDone).length
  const summary = t('first_run.open', { count: open })
  return (
    <SettingsCard label={summary}>
      <h2 className={styles.summary}>{summary}</h2>
      {tasks.map(({ task, isDone }) => (
        <SettingsRow
          key={task}
          icon={
            isDone ? (
              <IconCircleCheck size={18} stroke={1.6} className={styles.done} />
            ) : (
              <IconCircleDashed size={18} stroke={1.6} />
            )
          }
          title={`${t(`first_run.task.${task}`)}: ${t(isDone ? 'first_run.done' : 'first_run.todo')}`}
          text={t(`first_run.task_text.${task}`)}
        >
          <div className={styles.control}>
            {task === 'backup' && (
              <Button isBusy={tell.isPending} onClick={() => tell.mutate(!isDone)}>
                {t(isDone ? 'first_run.backup_undo' : 'first_run.backup_do')}
              </Button>
            )}
            <a href={`/api/docs/production#${runbookSteps[task]}`} target="_blank" rel="noreferrer">
              {t('first_run.how')}
              <span className="visually-hidden"> {t(`first_run.task.${task}`)}</span>
            </a>
          </div>
        </SettingsRow>
      ))}
    </SettingsCard>
  )
}
