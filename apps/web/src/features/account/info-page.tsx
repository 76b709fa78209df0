import { personFormRules } from '@ohmstead/domain/forms/person-form'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { setUser, useUser } from '../../shared/session/current-user.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ChangeEmailModal } from './change-email-modal.tsx'

/** Name, address and role. */
export function InfoPage() {
  const t = useT()
  const user = useUser()
  const [isChanging, setChanging] = useState(false)
  const form = useForm({
    initial: { first_name: user.first_name, last_name: user.last_name },
    rules: personFormRules,
    labels: { first_name: t('auth.register.first_name'), last_name: t('auth.register.last_name') },
    send: async (values) => {
      setUser((await call('PUT /auth/user', { body: values })).user)
      showToast(t('account.info.saved'), { tone: 'success' })
    },
  })
  return (
    <>
      <PageHead title={t('titles.personal_information')} text={t('account.info.lead')} />
      <SettingsCard>
        <div className={styles.body}>
          <form className={styles.form} onSubmit={form.submit} noValidate>
            {form.failure && (
              <p className={styles.error} role="alert">
                {form.failure}
              </p>
            )}
            <TextField {...form.text('first_name')} autoComplete="given-name" />
            <TextField {...form.text('last_name')} autoComplete="family-name" />
            <Button type="submit" variant="primary" isBusy={form.isBusy}>
              {t('common.action.save')}
            </Button>
          </form>
        </div>
      </SettingsCard>
      <SettingsCard>
        <SettingsRow title={t('auth.login.email')} text={`${user.email}. ${t('account.info.email_text')}`}>
          <Button size="small" onClick={() => setChanging(true)}>
            {t('account.email.title')}
          </Button>
        </SettingsRow>
        <SettingsRow title={t('account.info.role')}>
          <span>{t(`account.role.${user.role}`)}</span>
        </SettingsRow>
      </SettingsCard>
      {isChanging && <ChangeEmailModal onClose={() => setChanging(false)} />}
    </>
  )
}
