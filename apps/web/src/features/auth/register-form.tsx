import { useLingui } from '@lingui/react'
import { registerFormRules } from '@ohmstead/domain/forms/password-form'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { AgreementFields, useTermsUrl } from './agreement-fields.tsx'

/** A new account; the answer never reveals whether the address had one. The password follows after the mailed link. */
export function RegisterForm() {
  const t = useT()
  const navigate = useNavigate()
  const { i18n } = useLingui()
  const termsUrl = useTermsUrl()
  const form = useForm({
    initial: {
      first_name: '',
      last_name: '',
      email: '',
      privacy: false,
      terms: false,
    },
    rules: { ...registerFormRules, terms: termsUrl ? registerFormRules.terms : [] },
    labels: {
      first_name: t('auth.register.first_name'),
      last_name: t('auth.register.last_name'),
      email: t('auth.login.email'),
      privacy: t('auth.footer.privacy'),
      terms: t('auth.footer.terms'),
    },
    send: async (values) => {
      await call('POST /auth/register', {
        body: { ...values, privacy: true, locale: i18n.locale as Locale },
      })
      await navigate({ to: paths.awaitingVerification, state: { email: values.email } })
    },
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failure && (
        <p className={styles.error} role="alert">
          {form.failure}
        </p>
      )}
      <div className={formStyles.pair}>
        <TextField {...form.text('first_name')} autoComplete="given-name" autoFocus />
        <TextField {...form.text('last_name')} autoComplete="family-name" />
      </div>
      <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="username" />
      <div className={styles.checks}>
        <AgreementFields privacy={form.check('privacy')} terms={form.check('terms')} />
      </div>
      <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
        {t('auth.register.submit')}
      </Button>
    </form>
  )
}
