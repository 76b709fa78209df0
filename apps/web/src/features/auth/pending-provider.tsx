import { useQuery } from '@tanstack/react-query'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { useT } from '../../shared/i18n/use-t.ts'
import { pendingProviderQuery, providersQuery } from '../../shared/session/providers-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'

/** The provider's address already has an account: its owner signs in once to link the two. */
export function PendingProvider() {
  const t = useT()
  const { data: pending, error } = useQuery(pendingProviderQuery)
  const { data: providers } = useQuery(providersQuery)
  if (error) return <p className={styles.error}>{errorText(error, t)}</p>
  if (!pending) return null
  const name = providers?.find(({ id }) => id === pending.provider)?.name ?? pending.provider
  return (
    <p className={styles.note} role="status">
      {t('auth.oauth.confirm', { name, email: pending.email })}
    </p>
  )
}
