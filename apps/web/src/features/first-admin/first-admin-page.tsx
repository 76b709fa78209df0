import { useLingui } from '@lingui/react'
import { firstAdminFormRules } from '@ohmstead/domain/forms/password-form'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { IconLockCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
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
import { adoptPerson } from '../../shared/session/adopt-person.ts'
import { beginSession } from '../../shared/session/current-user.ts'
import { siteQuery, useSite } from '../../shared/site.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Whoever can read the log of a new installation becomes its first super admin here. */
export function FirstAdminPage() {
  const t = useT()
  const site = useSite()
  const [isClosed, setClosed] = useState(false)
  if (isClosed || site?.needsFirstAdmin === false)
    return (
      <AuthMessage
        icon={<IconLockCheck size={28} stroke={1.5} />}
        tone="plain"
        title={t('first_admin.closed_title')}
        text={t('first_admin.closed')}
      >
        <Link className={buttonClass({ variant: 'primary' })} to={paths.login}>
          {t('auth.common.to_login')}
        </Link>
      </AuthMessage>
    )
  return (
    <AuthPanel
      title={t('first_admin.heading')}
      lead={t('first_admin.lead')}
      below={<p>{t('first_admin.no_log')}</p>}
    >
      <FirstAdminForm onClosed={() => setClosed(true)} />
    </AuthPanel>
  )
}

function FirstAdminForm({ onClosed }: { onClosed: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { i18n } = useLingui()
  const form = useForm({
    initial: { code: '', email: '', password: '', password_repeat: '' },
    rules: firstAdminFormRules,
    labels: {
      code: t('first_admin.code'),
      email: t('auth.login.email'),
      password: t('auth.login.password'),
      password_repeat: t('password.repeat'),
    },
    texts: { password_repeat: t('password.repeat_invalid') },
    requiredTexts: { password_repeat: t('password.repeat_required') },
    send: async (values) => {
      try {
        const { user } = await call('POST /first-admin', {
          body: { ...values, locale: i18n.locale as Locale },
        })
        beginSession(user)
        await adoptPerson(user)
        await navigate({ to: paths.firstRun, replace: true })
        // Not before: this page would say that it is closed.
        await queryClient.invalidateQueries(siteQuery)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'setup_closed') onClosed()
        else throw error
      }
    },
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failure && (
        <p className={styles.error} role="alert">
          {form.failure}
        </p>
      )}
      <TextField {...form.text('code')} autoComplete="off" autoCapitalize="characters" autoFocus />
      <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="username" />
      <NewPasswordFields
        password={form.text('password')}
        repeat={form.text('password_repeat')}
        own={[form.text('email').value]}
      />
      <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
        {t('first_admin.submit')}
      </Button>
    </form>
  )
}
