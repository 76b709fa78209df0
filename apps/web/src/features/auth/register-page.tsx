import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { DoorPanel } from './door-panel.tsx'
import { useDoorSearch } from './door-search.ts'
import { ProviderRegisterForm } from './provider-register-form.tsx'
import { RegisterForm } from './register-form.tsx'

export function RegisterPage() {
  const t = useT()
  const { oauth, confirmationId } = useDoorSearch()
  return (
    <DoorPanel
      title={t('auth.register.heading')}
      lead={t(confirmationId === undefined ? 'auth.register.lead' : 'auth.register.invited')}
      below={
        <p>
          {t('auth.register.have_account')} <Link to={paths.login}>{t('auth.login.submit')}</Link>
        </p>
      }
    >
      {oauth === 'new' ? <ProviderRegisterForm /> : <RegisterForm />}
    </DoorPanel>
  )
}
