import { required } from '@ohmstead/domain/forms/form-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { findPasskeyObstacle } from '../../shared/passkeys/passkey-ceremony.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { LoginOptions } from './login-form.tsx'
import { PasskeyButton } from './other-ways.tsx'
import { secondStepQuery } from './second-step-query.ts'
import { useEnter } from './use-enter.ts'

/** After the password: a code of the authenticator app, a recovery code, or a passkey instead. */
export function SecondStep({ options, onAgain }: { options: LoginOptions; onAgain: () => void }) {
  const t = useT()
  const enter = useEnter()
  const [usesRecovery, setUsesRecovery] = useState(false)
  const { data: step, error: stepError } = useQuery(secondStepQuery)
  const obstacle = findPasskeyObstacle()
  const isPasskeyOnly = step !== undefined && !step.methods.includes('totp')
  const label = t(usesRecovery ? 'auth.second.recovery_code' : 'auth.second.code')
  const form = useForm({
    initial: { code: '' },
    rules: { code: [required] },
    labels: { code: label },
    send: async ({ code }) => {
      const { user } = await call('POST /auth/login/second-factor', { body: { code } })
      await enter(user, options.remember)
    },
  })
  const failure = form.failure ?? (stepError && errorText(stepError, t))
  return (
    <AuthPanel
      title={t('auth.second.heading')}
      lead={t(
        isPasskeyOnly
          ? 'auth.second.passkey_lead'
          : usesRecovery
            ? 'auth.second.recovery_lead'
            : 'auth.second.lead',
      )}
      below={
        <>
          {step?.methods.includes('recovery') && (
            <Button variant="quiet" size="small" onClick={() => setUsesRecovery(!usesRecovery)}>
              {t(usesRecovery ? 'auth.second.use_app' : 'auth.second.use_recovery')}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={onAgain}>
            {t('auth.second.again')}
          </Button>
        </>
      }
    >
      {!isPasskeyOnly && (
        <form className={styles.form} onSubmit={form.submit} noValidate>
          {failure && (
            <p className={styles.error} role="alert">
              {failure}
            </p>
          )}
          <TextField
            key={String(usesRecovery)}
            {...form.text('code')}
            autoComplete={usesRecovery ? 'off' : 'one-time-code'}
            inputMode={usesRecovery ? 'text' : 'numeric'}
            maxLength={40}
            autoFocus
          />
          <Button type="submit" variant="primary" wide isBusy={form.isBusy}>
            {t('auth.second.submit')}
          </Button>
        </form>
      )}
      {isPasskeyOnly && obstacle && <p role="alert">{t(`account.passkeys.needs_${obstacle}`)}</p>}
      {step?.methods.includes('passkey') && obstacle === null && (
        <div className={styles.ways}>
          {!isPasskeyOnly && <p className={styles.or}>{t('auth.login.or')}</p>}
          <PasskeyButton options={options} />
        </div>
      )}
    </AuthPanel>
  )
}
