import type { WebhookView } from '@ohmstead/contract/webhooks'
import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import { required } from '@ohmstead/domain/forms/form-rules'
import { useState } from 'react'
import { TypeChoice } from '../../shared/alarm-types/type-choice.tsx'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { TextField } from '../../ui/text-field.tsx'
import { changeWebhook, createWebhook, type WebhookPlace } from './webhooks-query.ts'

interface Props {
  place: WebhookPlace
  /** One that is there already. */
  webhook?: WebhookView
  /** Null of one that keeps its secret. */
  onSaved: (secret: string | null) => void
  onClose: () => void
}

/** Where alarms are to go, and which. */
export function WebhookModal({ place, webhook, onSaved, onClose }: Props) {
  const t = useT()
  const [types, setTypes] = useState<AlarmType[] | null>(webhook?.types ?? null)
  const label = t('webhooks.field.url')
  const form = useForm({
    initial: { url: webhook?.url ?? '' },
    rules: { url: [required] },
    labels: { url: label },
    texts: { url: t('webhooks.field.url_help') },
    send: async (values) => {
      const draft = { url: values.url.trim(), types }
      if (!webhook) return onSaved((await createWebhook(place, draft)).secret)
      await changeWebhook(place, webhook.id, draft)
      onSaved(null)
    },
  })
  return (
    <FormModal
      title={t(webhook ? 'webhooks.edit' : 'webhooks.add')}
      failure={form.failure}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      isDisabled={types?.length === 0}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField
        {...form.text('url')}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        help={t('webhooks.field.url_help')}
        maxLength={1000}
      />
      <TypeChoice types={types} onChange={setTypes} />
    </FormModal>
  )
}
