import { forgottenPasswordFormRules } from '@ohmstead/domain/forms/password-form'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Requests the confirmation mail once more; the answer is the same for any address. */
export function ResendForm({ email = '' }: { email?: string }) {
  const t = useT()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    initial: { email },
    rules: forgottenPasswordFormRules,
    labels: { email: t('auth.login.email') },
    send: async (values) => {
      setSent(false)
      await call('POST /auth/resend-verification', { body: values })
      setSent(true)
    },
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failure && (
        <p className={styles.error} role="alert">
          {form.failure}
        </p>
      )}
      {isSent && (
        <p className={styles.note} role="status">
          {t('auth.awaiting.sent')}
        </p>
      )}
      <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="email" />
      <Button type="submit" wide isBusy={form.isBusy}>
        {t('auth.awaiting.resend')}
      </Button>
    </form>
  )
}
