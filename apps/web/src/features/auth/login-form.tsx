import { loginFormRules } from '@ohmstead/domain/forms/login-form'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAuthSearch } from './auth-search.ts'
import { useEnter } from './use-enter.ts'

export interface LoginOptions {
  remember: boolean
  staySignedIn: boolean
}

interface LoginFormProps {
  options: LoginOptions
  onOptions: (options: LoginOptions) => void
  onSecondStep: () => void
}

export function LoginForm({ options, onOptions, onSecondStep }: LoginFormProps) {
  const t = useT()
  const enter = useEnter()
  const { oauth } = useAuthSearch()
  const form = useForm({
    initial: { email: '', password: '' },
    rules: loginFormRules,
    labels: { email: t('auth.login.email'), password: t('auth.login.password') },
    send: async (values) => {
      try {
        const { user } = await call('POST /auth/login', { body: { ...values, ...options } })
        await enter(user, options.remember)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'second_factor_required') onSecondStep()
        else throw error
      }
    },
  })
  const failure = form.failure ?? (oauth === 'failed' ? t('auth.oauth.failed') : null)
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
      <TextField
        {...form.text('email')}
        type="email"
        autoComplete="username webauthn"
        inputMode="email"
        autoFocus
      />
      <TextField
        {...form.text('password')}
        type="password"
        autoComplete="current-password"
        showLabel={t('auth.login.show_password')}
        hideLabel={t('auth.login.hide_password')}
      />
      <div className={styles.checks}>
        <Checkbox
          label={t('auth.login.remember')}
          hint={t('auth.login.remember_hint')}
          checked={options.remember}
          onChange={(remember) => onOptions({ ...options, remember })}
        />
        <Checkbox
          label={t('auth.login.stay')}
          hint={t('auth.login.stay_hint')}
          checked={options.staySignedIn}
          onChange={(staySignedIn) => onOptions({ ...options, staySignedIn })}
        />
      </div>
      <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
        {t('auth.login.submit')}
      </Button>
      <Link className={styles.aside} to={paths.forgottenPassword}>
        {t('auth.login.forgotten')}
      </Link>
    </form>
  )
}
