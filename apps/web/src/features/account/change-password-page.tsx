import { changePasswordFormRules } from '@ohmstead/domain/forms/password-form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { NewPasswordFields } from '../../shared/password/new-password-fields.tsx'
import { useUser } from '../../shared/session/current-user.ts'
import { secondFactorQuery, sessionsQuery } from '../../shared/session/own-security-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard } from '../../ui/settings-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

export function ChangePasswordPage() {
  const t = useT()
  const { data: security } = useQuery(secondFactorQuery)
  return (
    <>
      <PageHead title={t('titles.change_password')} text={t('account.password.lead')} />
      <SettingsCard>
        <div className={styles.body}>{security?.has_password === false ? <NoPassword /> : <Form />}</div>
      </SettingsCard>
    </>
  )
}

/** Users who only sign in with a provider or a passkey set a first password by mail. */
function NoPassword() {
  const t = useT()
  const { email } = useUser()
  const send = useMutation({
    mutationFn: () => call('POST /auth/forgotten-password', { body: { email } }),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <>
      <p className={styles.soft}>{t('account.password.none')}</p>
      {send.isSuccess ? (
        <p className={styles.note} role="status">
          {t('auth.forgotten.sent')}
        </p>
      ) : (
        <div className={styles.actions}>
          <Button isBusy={send.isPending} onClick={() => send.mutate()}>
            {t('account.password.by_mail')}
          </Button>
        </div>
      )}
    </>
  )
}

function Form() {
  const t = useT()
  const user = useUser()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { current_password: '', password: '', password_repeat: '' },
    rules: changePasswordFormRules,
    labels: {
      current_password: t('password.current'),
      password: t('password.new'),
      password_repeat: t('password.repeat'),
    },
    texts: { password_repeat: t('password.repeat_invalid') },
    requiredTexts: { password_repeat: t('password.repeat_required') },
    send: async (values) => {
      await call('POST /auth/change-password', { body: values })
      form.reset()
      showToast(t('account.password.done'), { tone: 'success' })
      await queryClient.invalidateQueries(sessionsQuery)
    },
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failure && (
        <p className={styles.error} role="alert">
          {form.failure}
        </p>
      )}
      <input type="hidden" autoComplete="username" value={user.email} readOnly />
      <TextField
        {...form.text('current_password')}
        type="password"
        autoComplete="current-password"
        showLabel={t('auth.login.show_password')}
        hideLabel={t('auth.login.hide_password')}
      />
      <NewPasswordFields
        password={form.text('password')}
        repeat={form.text('password_repeat')}
        own={[user.first_name, user.last_name, ...user.email.split(/[@.]/)]}
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy}>
        {t('account.password.submit')}
      </Button>
    </form>
  )
}
