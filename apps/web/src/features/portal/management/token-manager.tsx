import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../shared/i18n/use-t.ts'
import { type PortalDevice, tokensQuery } from '../../../shared/portal/portal-query.ts'
import { FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import pageStyles from './management.module.css'
import { TokenForm, TokenSteps } from './token-form.tsx'
import styles from './token-rows.module.css'
import { TokenRows } from './token-rows.tsx'

/** The existing tokens, and a field for another one. */
export function TokenManager({ devices }: { devices: readonly PortalDevice[] }) {
  const t = useT()
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  return (
    <section className={pageStyles.section} aria-labelledby="portal-tokens">
      <header>
        <h2 id="portal-tokens">{t('portal.token.heading')}</h2>
        <p>{t('portal.token.lead')}</p>
      </header>
      {error && tokens && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!tokens ? (
        error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={72} radius={16} />
        )
      ) : (
        tokens.length > 0 && <TokenRows tokens={tokens} devices={devices} />
      )}
      <TokenForm />
      {tokens && (
        <details className={styles.help} open={tokens.length === 0}>
          <summary>{t('portal.token.how')}</summary>
          <TokenSteps />
        </details>
      )}
    </section>
  )
}
