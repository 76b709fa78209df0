import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { passkeysQuery, secondFactorQuery } from '../../shared/session/own-security-query.ts'
import cardStyles from '../../ui/settings-card.module.css'

/** Before saving a rule that its author does not satisfy: the consequence for them. */
export function OwnFactorWarning({ days }: { days: number }) {
  const t = useT()
  const hasApp = useQuery(secondFactorQuery).data?.totp
  const passkeys = useQuery(passkeysQuery).data
  // While neither is known nothing is claimed.
  if (hasApp !== false || passkeys?.length !== 0) return null
  return (
    <p className={cardStyles.error} role="alert">
      {t('site.second_factor.yourself', { grace: days === 0 ? 'none' : 'some' })}{' '}
      <Link to={paths.twoFactor}>{t('shell.second_factor.set_up')}</Link>
    </p>
  )
}
