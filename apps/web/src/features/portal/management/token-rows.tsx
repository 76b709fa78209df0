import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmModal } from '../../../shared/confirm-modal.tsx'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalDevice, PortalToken } from '../../../shared/portal/portal-query.ts'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useRemoveToken } from './portal-mutations.ts'
import { ReplaceToken } from './replace-token.tsx'
import { isRefused } from './token-refusal.ts'
import styles from './token-rows.module.css'

interface TokenRowsProps {
  tokens: readonly PortalToken[]
  /** What depends on them: named before one is deleted. */
  devices: readonly PortalDevice[]
}

/** The tokens as far as they may be shown: five characters, their state at the portal, what depends on them. */
export function TokenRows({ tokens, devices }: TokenRowsProps) {
  const [dialog, setDialog] = useState<{ kind: 'remove' | 'replace'; token: PortalToken } | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <ul className={styles.card}>
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            onReplace={() => setDialog({ kind: 'replace', token })}
            onRemove={() => setDialog({ kind: 'remove', token })}
          />
        ))}
      </ul>
      {dialog?.kind === 'replace' && <ReplaceToken token={dialog.token} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveToken token={dialog.token} devices={devices} onClose={close} />}
    </>
  )
}

function TokenRow({
  token,
  onReplace,
  onRemove,
}: {
  token: PortalToken
  onReplace: () => void
  onRemove: () => void
}) {
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
        {token.reason && (
          <p className={styles.refusal}>{t('portal.token.reason', { reason: token.reason })}</p>
        )}
      </div>
      <span className={styles.state} data-state={token.state}>
        {t(`portal.token.state.${token.state}`)}
      </span>
      {isRefused(token) && (
        <Button
          size="small"
          aria-label={t('portal.token.replace', { token: token.token })}
          onClick={onReplace}
        >
          <IconRefresh size={16} stroke={1.6} aria-hidden />
          {t('portal.token.replace_action')}
        </Button>
      )}
      <IconButton label={t('portal.token.remove', { token: token.token })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.6} />
      </IconButton>
    </li>
  )
}

/** Lists which metering points are deleted with it and which stay. */
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
