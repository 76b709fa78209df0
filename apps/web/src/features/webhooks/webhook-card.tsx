import type { WebhookView } from '@ohmstead/contract/webhooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useReason } from './use-reason.ts'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookModal } from './webhook-modal.tsx'
import styles from './webhooks.module.css'
import {
  removeWebhook,
  renewSecret,
  resumeWebhook,
  testWebhook,
  type WebhookPlace,
  webhooksKey,
} from './webhooks-query.ts'

interface Props {
  webhook: WebhookView
  place: WebhookPlace
  /** On the page of a company: says of which location one is. */
  isOfCompany: boolean
  onSecret: (secret: string) => void
  onChanged: () => Promise<void>
}

/** One webhook: where it goes, whether it arrives, and what was sent. */
export function WebhookCard({ webhook, place, isOfCompany, onSecret, onChanged }: Props) {
  const t = useT()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [question, setQuestion] = useState<'edit' | 'renew' | 'delete' | null>(null)
  const [isOpen, setOpen] = useState(false)
  const format = useFormat()
  const { id, url, types, location, old_secret_until: oldUntil } = webhook
  const run = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      showToast(failureText(error, t), { tone: 'danger' })
    } finally {
      setBusy(null)
      setQuestion(null)
      await onChanged()
    }
  }
  const test = () =>
    run('test', async () => {
      await testWebhook(place, id)
      await queryClient.invalidateQueries({ queryKey: [...webhooksKey, 'log', id] })
      setOpen(true)
    })
  const facts = [
    isOfCompany ? location?.name : null,
    types?.map((type) => t(`alarms.type.${type}`)).join(', '),
    webhook.created_by,
  ]
  return (
    <section className={styles.card} aria-label={url}>
      <div>
        <h2>{url}</h2>
        <p className={styles.soft}>{facts.filter(Boolean).join(' · ')}</p>
        {oldUntil !== null && (
          <p className={styles.soft}>{t('webhooks.renew.both', { time: format.dateTime(oldUntil) })}</p>
        )}
      </div>
      <Trouble
        webhook={webhook}
        isBusy={busy === 'resume'}
        onResume={() => run('resume', () => resumeWebhook(place, id))}
      />
      <div className={styles.actions}>
        <Button size="small" isBusy={busy === 'test'} onClick={() => void test()}>
          {t('webhooks.action.test')}
        </Button>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('notices.sent.title')}
        </Button>
        <Button size="small" onClick={() => setQuestion('edit')}>
          {t('webhooks.action.edit')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setQuestion('renew')}>
          {t('webhooks.action.renew')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setQuestion('delete')}>
          {t('webhooks.action.delete')}
        </Button>
      </div>
      {isOpen && <WebhookLog place={place} id={id} />}
      {question === 'edit' && (
        <WebhookModal
          place={place}
          webhook={webhook}
          onSaved={() => {
            setQuestion(null)
            void onChanged()
          }}
          onClose={() => setQuestion(null)}
        />
      )}
      {question === 'renew' && (
        <ConfirmModal
          title={t('webhooks.action.renew')}
          text={t('webhooks.renew.text')}
          action={t('webhooks.action.renew')}
          isBusy={busy === 'renew'}
          onConfirm={() => void run('renew', async () => onSecret((await renewSecret(place, id)).secret))}
          onClose={() => setQuestion(null)}
        />
      )}
      {question === 'delete' && (
        <ConfirmModal
          isDangerous
          title={t('webhooks.delete.title')}
          text={t('webhooks.delete.text', { host: new URL(url).host })}
          action={t('webhooks.action.delete')}
          isBusy={busy === 'delete'}
          onConfirm={() => void run('delete', () => removeWebhook(place, id))}
          onClose={() => setQuestion(null)}
        />
      )}
    </section>
  )
}

/** That messages do not arrive, since when and why, and the press to go on. */
function Trouble({
  webhook,
  isBusy,
  onResume,
}: {
  webhook: WebhookView
  isBusy: boolean
  onResume: () => Promise<void>
}) {
  const t = useT()
  const format = useFormat()
  const reason = useReason()
  const { stopped_at, stop_reason, failing_since, next_try_at, last_failure } = webhook
  if (stopped_at === null && failing_since === null) return null
  const text =
    stopped_at !== null
      ? t(`webhooks.stopped.${stop_reason ?? 'failing'}`)
      : t('webhooks.state.failing', {
          since: format.dateTime(failing_since!),
          reason: reason(last_failure) ?? '',
          next: format.dateTime(next_try_at ?? failing_since!),
        })
  return (
    <div className={styles.trouble} role="status" data-stopped={stopped_at !== null}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <p>{text}</p>
      <Button size="small" isBusy={isBusy} onClick={() => void onResume()}>
        {t(stopped_at !== null ? 'webhooks.action.resume' : 'webhooks.action.try_now')}
      </Button>
    </div>
  )
}
