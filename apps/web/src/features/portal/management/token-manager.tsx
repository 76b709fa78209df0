import { IconKey, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmModal } from '../../../shared/confirm-modal.tsx'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { type PortalDevice, type PortalToken, tokensQuery } from '../../../shared/portal/portal-queries.ts'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import { IconButton } from '../../../ui/button.tsx'
import pageStyles from './management.module.css'
import { useRemoveToken } from './portal-mutations.ts'
import { TokenForm, TokenSteps } from './token-form.tsx'
import styles from './token-manager.module.css'

/** The tokens as far as they may be shown: five characters, what the portal says of them, what hangs on them. */
export function TokenManager({ devices }: { devices: readonly PortalDevice[] }) {
  const t = useT()
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  const [removing, setRemoving] = useState<PortalToken | null>(null)
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
        tokens.length > 0 && (
          <ul className={styles.card}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRemove={() => setRemoving(token)} />
            ))}
          </ul>
        )
      )}
      <TokenForm />
      {tokens && (
        <details className={styles.help} open={tokens.length === 0}>
          <summary>{t('portal.token.how')}</summary>
          <TokenSteps />
        </details>
      )}
      {removing && <RemoveToken token={removing} devices={devices} onClose={() => setRemoving(null)} />}
    </section>
  )
}

function TokenRow({ token, onRemove }: { token: PortalToken; onRemove: () => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden>
        <IconKey size={18} stroke={1.6} />
      </span>
      <div className={styles.what}>
        <code className={styles.token}>{token.token}</code>
        <p>
          {t('portal.token.devices', { count: token.devices })} ·{' '}
          {t('portal.token.added', { date: format.day(token.created_at) })}
        </p>
      </div>
      <span className={styles.state} data-state={token.state}>
        {t(`portal.token.state.${token.state}`)}
      </span>
      <IconButton label={t('portal.token.remove', { token: token.token })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.6} />
      </IconButton>
    </li>
  )
}

/** Says which metering points go with it and which stay. */
function RemoveToken({
  token,
  devices,
  onClose,
}: {
  token: PortalToken
  devices: readonly PortalDevice[]
  onClose: () => void
}) {
  const t = useT()
  const remove = useRemoveToken()
  const bound = devices.filter(({ credentials }) => credentials.some(({ token_id }) => token_id === token.id))
  const going = bound.filter(({ credentials }) => credentials.length === 1).map(formatDeviceName)
  const staying = bound.filter(({ credentials }) => credentials.length > 1).map(formatDeviceName)
  const text = [
    going.length > 0
      ? t('portal.token.remove_going', { devices: going.join(', ') })
      : t('portal.token.remove_none'),
    staying.length > 0 && t('portal.token.remove_staying', { devices: staying.join(', ') }),
  ]
  return (
    <ConfirmModal
      title={t('portal.token.remove_title', { token: token.token })}
      text={text.filter(Boolean).join(' ')}
      action={t('portal.token.remove_action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(token.id, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
