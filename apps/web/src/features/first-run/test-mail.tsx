import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './first-run.module.css'
import { firstRunQuery } from './first-run-query.ts'

/** Sends a mail to oneself and shows the result, with the mail server's words for a refusal. */
export function TestMail() {
  const t = useT()
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => call('POST /first-run/test-mail'),
    // The step becomes done, or open again.
    onSuccess: () => client.invalidateQueries({ queryKey: firstRunQuery.queryKey }),
  })
  return (
    <div className={styles.control}>
      <Button isBusy={test.isPending} onClick={() => test.mutate()}>
        {t('first_run.test')}
      </Button>
      <div role="status" className={styles.outcome}>
        {test.error && <p>{errorText(test.error, t)}</p>}
        {test.data?.isSent && <p>{t('first_run.test_sent', { to: test.data.to })}</p>}
        {test.data && !test.data.isSent && (
          <>
            <p>{t(test.data.reason === null ? 'first_run.test_unset' : 'first_run.test_failed')}</p>
            {test.data.reason !== null && <code>{test.data.reason}</code>}
          </>
        )}
      </div>
    </div>
  )
}
