import { Link } from '@tanstack/react-router'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useAuthSearch } from './auth-search.ts'
import { ProviderRegisterForm } from './provider-register-form.tsx'
import { RegisterForm } from './register-form.tsx'

export function RegisterPage() {
  const t = useT()
  const { oauth, confirmationId } = useAuthSearch()
  return (
    <AuthPanel
      title={t('auth.register.heading')}
      lead={t(confirmationId === undefined ? 'auth.register.lead' : 'auth.register.invited')}
      below={
        <p>
          {t('auth.register.have_account')} <Link to={paths.login}>{t('auth.login.submit')}</Link>
        </p>
      }
    >
      {oauth === 'new' ? <ProviderRegisterForm /> : <RegisterForm />}
    </AuthPanel>
  )
}
