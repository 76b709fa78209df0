import { useLingui } from '@lingui/react'
import { resetPasswordFormRules } from '@ohmstead/domain/forms/password-form'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { IconLockCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { AuthMessage } from '../../shared/auth-panel/auth-message.tsx'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { NewPasswordFields } from '../../shared/password/new-password-fields.tsx'
import { paths } from '../../shared/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useMailedToken } from './auth-search.ts'
import { deadTokens, TokenOutcome, type TokenState, tokenStateOf } from './token-outcome.tsx'

/** Opened from the mail. An invalid link is reported instead of the form. */
export function ResetPasswordPage() {
  const t = useT()
  const { i18n } = useLingui()
  const token = useMailedToken()
  const [isDone, setDone] = useState(false)
  const [ended, setEnded] = useState<TokenState | null>(token === '' ? 'missing' : null)
  const form = useForm({
    initial: { password: '', password_repeat: '' },
    rules: resetPasswordFormRules,
    labels: { password: t('password.new'), password_repeat: t('password.repeat') },
    texts: { password_repeat: t('password.repeat_invalid') },
    requiredTexts: { password_repeat: t('password.repeat_required') },
    send: async (values) => {
      try {
        await call('POST /auth/reset-password', { body: { ...values, token, locale: i18n.locale as Locale } })
        setDone(true)
      } catch (error) {
        if (error instanceof ApiError && deadTokens.includes(error.code)) setEnded(tokenStateOf(error))
        else throw error
      }
    },
  })
  if (ended) return <TokenOutcome state={ended} action="reset_password" />
  if (isDone)
    return (
      <AuthMessage
        icon={<IconLockCheck size={28} stroke={1.5} />}
        tone="good"
        title={t('auth.reset.done_title')}
        text={t('auth.reset.done')}
      >
        <Link className={buttonClass({ variant: 'primary' })} to={paths.login}>
          {t('auth.common.to_login')}
        </Link>
      </AuthMessage>
    )
  return (
    <AuthPanel title={t('auth.reset.heading')} lead={t('auth.reset.lead')}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {form.failure && (
          <p className={styles.error} role="alert">
            {isUnexpected(form.error) ? t('auth.reset.failed') : form.failure}
          </p>
        )}
        <NewPasswordFields
          isFirst
          password={form.text('password')}
          repeat={form.text('password_repeat')}
          own={[]}
        />
        <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
          {t('auth.reset.submit')}
        </Button>
      </form>
    </AuthPanel>
  )
}

const isUnexpected = (error: unknown) => !(error instanceof ApiError) || error.code === 'unexpected'
