import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './outbox.module.css'
import { mailQuery, outboxKey } from './outbox-query.ts'

/** A mail as its recipient sees it, in a sandboxed frame without scripts and network. */
export function MailModal({ mailId, onClose }: { mailId: number; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { data: mail, error, refetch } = useQuery(mailQuery(mailId))
  const retry = useMutation({
    mutationFn: () => call('POST /outbox/:mailId/retry', { params: { mailId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: outboxKey }),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
  })
  return (
    <Modal
      title={mail?.subject ?? t('titles.outbox')}
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      {error && !mail && <FailedState error={error} onRetry={() => void refetch()} />}
      {!mail && !error && <Skeleton height={320} />}
      {mail && (
        <div className={styles.mail}>
          <dl className={styles.facts}>
            <dt>{t('outbox.to')}</dt>
            <dd>{mail.to}</dd>
            <dt>{t('outbox.written')}</dt>
            <dd>{format.dateTime(mail.created_at)}</dd>
            <dt>{t('outbox.state.label')}</dt>
            <dd>
              {t(`outbox.state.${mail.state}`)}
              {mail.attempts > 0 && ` · ${t('outbox.attempts', { count: mail.attempts })}`}
            </dd>
          </dl>
          {mail.error && <p className={styles.error}>{mail.error}</p>}
          {mail.html !== null && (
            <iframe className={styles.frame} title={mail.subject} sandbox="" srcDoc={mail.html} />
          )}
          {mail.html === null && mail.text !== null && <pre className={styles.text}>{mail.text}</pre>}
          {mail.html === null && mail.text === null && (
            <p>{t(mail.is_sealed ? 'outbox.sealed' : 'outbox.gone')}</p>
          )}
          {mail.html !== null && mail.text !== null && (
            <details>
              <summary>{t('outbox.as_text')}</summary>
              <pre className={styles.text}>{mail.text}</pre>
            </details>
          )}
          {mail.state === 'failed' && (
            <Button isBusy={retry.isPending} onClick={() => retry.mutate()}>
              {t('outbox.retry')}
            </Button>
          )}
        </div>
      )}
    </Modal>
  )
}
