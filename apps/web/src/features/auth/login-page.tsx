import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readStored } from '../../lib/local-store.ts'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useSite } from '../../shared/site.ts'
import { useAuthSearch } from './auth-search.ts'
import { LoginForm } from './login-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { PendingProvider } from './pending-provider.tsx'
import { SecondStep } from './second-step.tsx'

export function LoginPage() {
  const t = useT()
  const { oauth, confirmationId } = useAuthSearch()
  const site = useSite()
  // Invited people register here, where the invitation is confirmed.
  const registrationUrl = confirmationId === undefined ? site?.links.registration : null
  const firstName = readStored('firstName')
  const [isSecond, setSecond] = useState(oauth === 'second-factor')
  const [options, setOptions] = useState({ remember: firstName !== null, staySignedIn: false })
  if (isSecond) return <SecondStep options={options} onAgain={() => setSecond(false)} />
  return (
    <AuthPanel
      title={firstName ? t('auth.login.welcome_back', { name: firstName }) : t('auth.login.heading')}
      lead={t(confirmationId === undefined ? 'auth.login.tagline' : 'auth.login.invited')}
      below={
        <p>
          {t('auth.login.no_account')}{' '}
          {registrationUrl ? (
            <a href={registrationUrl} rel="noreferrer">
              {t('auth.login.register')}
            </a>
          ) : (
            <Link to={paths.register}>{t('auth.login.register')}</Link>
          )}
        </p>
      }
    >
      {site?.needsFirstAdmin && (
        <p>
          {t('first_admin.hint')} <Link to={paths.firstAdmin}>{t('first_admin.heading')}</Link>
        </p>
      )}
      {oauth === 'confirm' && <PendingProvider />}
      <LoginForm options={options} onOptions={setOptions} onSecondStep={() => setSecond(true)} />
      <OtherWays options={options} />
    </AuthPanel>
  )
}
