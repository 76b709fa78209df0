import { forgottenPasswordFormRules } from '@ohmstead/domain/forms/password-form'
import { IconMailForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { AuthMessage } from '../../shared/auth-panel/auth-message.tsx'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The answer is the same whether or not somebody has the address. */
export function ForgottenPasswordPage() {
  const t = useT()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    rules: forgottenPasswordFormRules,
    labels: { email: t('auth.login.email') },
    send: async (values) => {
      await call('POST /auth/forgotten-password', { body: values })
      setSent(true)
    },
  })
  const back = <Link to={paths.login}>{t('auth.common.to_login')}</Link>
  if (isSent)
    return (
      <AuthMessage
        icon={<IconMailForward size={28} stroke={1.5} />}
        tone="good"
        title={t('auth.forgotten.sent_title')}
        text={t('auth.forgotten.sent')}
      >
        {back}
      </AuthMessage>
    )
  return (
    <AuthPanel title={t('auth.forgotten.heading')} lead={t('auth.forgotten.lead')} below={back}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {form.failure && (
          <p className={styles.error} role="alert">
            {form.failure}
          </p>
        )}
        <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="username" autoFocus />
        <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
          {t('auth.forgotten.submit')}
        </Button>
      </form>
    </AuthPanel>
  )
}
