import { resetPasswordFormRules } from '@ohmstead/domain/forms/password-form'
import { ApiError } from '../../lib/api-error.ts'
import { type Answer, call } from '../../lib/call.ts'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { NewPasswordFields } from '../../shared/password/new-password-fields.tsx'
import { useSite } from '../../shared/site.ts'
import { Button } from '../../ui/button.tsx'
import { deadTokens, type TokenState, tokenStateOf } from './token-outcome.tsx'

type Registration = NonNullable<Answer<'POST /auth/token-validation'>['registration']>

/** The end of a registration: only the recipient of the mail chooses the account's password. */
export function OpenAccountForm({
  token,
  registration: { email, first_name, last_name, company },
  onEnd,
}: {
  token: string
  registration: Registration
  onEnd: (state: TokenState) => void
}) {
  const t = useT()
  const site = useSite()
  const form = useForm({
    initial: { password: '', password_repeat: '' },
    rules: resetPasswordFormRules,
    labels: { password: t('auth.login.password'), password_repeat: t('password.repeat') },
    texts: { password_repeat: t('password.repeat_invalid') },
    requiredTexts: { password_repeat: t('password.repeat_required') },
    send: async (values) => {
      try {
        await call('POST /auth/verify-email', { body: { ...values, token } })
        onEnd('verified')
      } catch (error) {
        if (error instanceof ApiError && deadTokens.includes(error.code)) onEnd(tokenStateOf(error))
        else throw error
      }
    },
  })
  return (
    <AuthPanel title={t('auth.verify.heading')} lead={t('auth.verify.lead', { email })}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {form.failure && (
          <p className={styles.error} role="alert">
            {form.failure}
          </p>
        )}
        {company && <p className={styles.note}>{t('auth.verify.company', { company })}</p>}
        {/* For the browser, which stores the password with this name. */}
        <input hidden type="email" name="email" value={email} autoComplete="username" readOnly />
        <NewPasswordFields
          isFirst
          password={form.text('password')}
          repeat={form.text('password_repeat')}
          own={[first_name, last_name, ...email.split(/[@.]/), site?.platformName ?? '']}
        />
        <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
          {t('auth.verify.submit')}
        </Button>
      </form>
    </AuthPanel>
  )
}
