import { useLingui } from '@lingui/react'
import { registerFormRules } from '@ohmstead/domain/forms/password-form'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { pendingProviderQuery } from '../../shared/session/providers-query.ts'
import { errorText, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { AgreementFields, useTermsUrl } from './agreement-fields.tsx'
import { useEnter } from './use-enter.ts'

const { first_name, last_name, terms, privacy } = registerFormRules

/** A new account for a person from a provider: the address is proven already, no password is needed. */
export function ProviderRegisterForm() {
  const t = useT()
  const { data: pending, error } = useQuery(pendingProviderQuery)
  if (error)
    return (
      <p className={styles.error} role="alert">
        {errorText(error, t)}
      </p>
    )
  return pending ? <Form pending={pending} /> : <Skeleton height={220} />
}

function Form({ pending }: { pending: Answer<'GET /auth/oauth/pending'> }) {
  const t = useT()
  const enter = useEnter()
  const { i18n } = useLingui()
  const termsUrl = useTermsUrl()
  const form = useForm({
    initial: {
      first_name: pending.first_name,
      last_name: pending.last_name,
      privacy: false,
      terms: false,
    },
    rules: { first_name, last_name, terms: termsUrl ? terms : [], privacy },
    labels: {
      first_name: t('auth.register.first_name'),
      last_name: t('auth.register.last_name'),
      privacy: t('auth.footer.privacy'),
      terms: t('auth.footer.terms'),
    },
    send: async (values) => {
      const { user, returnTo } = await call('POST /auth/oauth/register', {
        body: { ...values, privacy: true, locale: i18n.locale as Locale },
      })
      await enter(user, undefined, returnTo)
    },
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failure && (
        <p className={styles.error} role="alert">
          {form.failure}
        </p>
      )}
      <p className={styles.note}>{t('auth.oauth.new', { email: pending.email })}</p>
      <div className={formStyles.pair}>
        <TextField {...form.text('first_name')} autoComplete="given-name" autoFocus />
        <TextField {...form.text('last_name')} autoComplete="family-name" />
      </div>
      <div className={styles.checks}>
        <AgreementFields privacy={form.check('privacy')} terms={form.check('terms')} />
      </div>
      <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
        {t('auth.register.submit')}
      </Button>
    </form>
  )
}
