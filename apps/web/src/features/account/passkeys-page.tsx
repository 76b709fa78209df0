import type { PasskeyView } from '@ohmstead/contract/account-passkeys'
import { checkValue, labelRules } from '@ohmstead/domain/forms/form-rules'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { fieldError } from '../../shared/forms/field-error.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { addPasskey, findPasskeyObstacle, passkeyFailure } from '../../shared/passkeys/passkey-ceremony.ts'
import { paths } from '../../shared/paths.ts'
import { userQuery } from '../../shared/session/current-user.ts'
import { passkeysQuery } from '../../shared/session/own-security-query.ts'
import { ProofModal } from '../../shared/session/proof-modal.tsx'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Signing in with the device itself. */
export function PasskeysPage() {
  const t = useT()
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<PasskeyView | null>(null)
  const obstacle = findPasskeyObstacle()
  const canAdd = obstacle === null
  return (
    <>
      <PageHead title={t('titles.passkeys')} text={t('account.passkeys.lead')} />
      {error && !passkeys && <FailedState error={error} onRetry={() => void refetch()} />}
      {!passkeys && !error && <Skeleton height={120} radius={16} />}
      {passkeys && (
        <SettingsCard>
          {passkeys.length === 0 && (
            <EmptyState
              icon={<IconFingerprint size={22} />}
              title={t('account.passkeys.none')}
              text={t(canAdd ? 'account.passkeys.none_text' : `account.passkeys.needs_${obstacle}`)}
            >
              {canAdd ? (
                <AddButton onAdd={() => setAdding(true)} />
              ) : (
                <Link to={paths.twoFactor} className={buttonClass()}>
                  {t('account.passkeys.app_instead')}
                </Link>
              )}
            </EmptyState>
          )}
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </SettingsCard>
      )}
      {passkeys && passkeys.length > 0 && canAdd && (
        <div className={styles.actions}>
          <AddButton onAdd={() => setAdding(true)} />
        </div>
      )}
      {isAdding && <AddModal onClose={() => setAdding(false)} />}
      {removed && <RemoveModal passkey={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const t = useT()
  return (
    <Button variant="primary" onClick={onAdd}>
      <IconPlus size={18} aria-hidden />
      {t('account.passkeys.add')}
    </Button>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const t = useT()
  const format = useFormat()
  const { name, created_at, last_used_at, synced } = passkey
  const facts = [
    t('account.passkeys.created', { time: format.dateTime(created_at) }),
    last_used_at === null
      ? t('account.passkeys.unused')
      : t('account.passkeys.used', { time: format.dateTime(last_used_at) }),
    synced && t('account.passkeys.synced'),
  ]
  return (
    <SettingsRow
      title={name}
      text={facts.filter(Boolean).join(' · ')}
      icon={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
    >
      <Button size="small" onClick={onRemove} aria-label={t('account.passkeys.remove_of', { name })}>
        {t('account.passkeys.remove')}
      </Button>
    </SettingsRow>
  )
}

function AddModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const add = async (password: string | null) => {
    await addPasskey(password, name.trim() || t('account.passkeys.default_name'))
    // Users who needed a second factor may continue now.
    await Promise.all([
      queryClient.invalidateQueries(passkeysQuery),
      queryClient.invalidateQueries(userQuery),
    ])
    showToast(t('account.passkeys.added'), { tone: 'success' })
    onClose()
  }
  return (
    <ProofModal
      title={t('account.passkeys.add')}
      text={t('account.passkeys.add_text')}
      action={t('common.action.next')}
      onProof={add}
      describe={(error) => passkeyFailure(error, t)}
      onClose={onClose}
    >
      <TextField
        label={t('account.passkeys.name')}
        value={name}
        error={fieldError(checkValue(name, labelRules(100)) ?? undefined, t('account.passkeys.name'), t)}
        maxLength={100}
        placeholder={t('account.passkeys.default_name')}
        autoComplete="off"
        onChange={setName}
      />
    </ProofModal>
  )
}

function RemoveModal({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const remove = async (password: string | null) => {
    await call('POST /auth/passkeys/:passkeyId/remove', {
      params: { passkeyId: passkey.id },
      body: { password },
    })
    await queryClient.invalidateQueries(passkeysQuery)
    onClose()
  }
  return (
    <ProofModal
      title={t('account.passkeys.remove_title')}
      text={t('account.passkeys.remove_text', { name: passkey.name })}
      endsOtherSessions
      action={t('account.passkeys.remove')}
      isDangerous
      onProof={remove}
      onClose={onClose}
    />
  )
}
