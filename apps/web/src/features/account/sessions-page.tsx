import type { SessionView } from '@ohmstead/contract/account-sessions'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { sessionsQuery } from '../../shared/session/own-security-query.ts'
import { ProofModal } from '../../shared/session/proof-modal.tsx'
import { errorText, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Where one is signed in. */
export function SessionsPage() {
  const t = useT()
  const queryClient = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const [isConfirming, setConfirming] = useState(false)
  const end = useMutation({
    mutationFn: (sessionId: number) => call('DELETE /auth/sessions/:sessionId', { params: { sessionId } }),
    onSuccess: () => showToast(t('account.sessions.ended'), { tone: 'success' }),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
  const endOthers = async (password: string | null) => {
    await call('POST /auth/sessions/end-others', { body: { password } })
    showToast(t('account.sessions.ended'), { tone: 'success' })
    setConfirming(false)
    await queryClient.invalidateQueries(sessionsQuery)
  }
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <>
      <PageHead title={t('titles.sessions')} text={t('account.sessions.lead')} />
      {error && !sessions && <FailedState error={error} onRetry={() => void refetch()} />}
      {!sessions && !error && <Skeleton height={160} radius={16} />}
      {sessions && (
        <SettingsCard>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </SettingsCard>
      )}
      {others.length > 1 && (
        <div className={styles.actions}>
          <Button onClick={() => setConfirming(true)}>{t('account.sessions.end_others')}</Button>
        </div>
      )}
      {isConfirming && (
        <ProofModal
          title={t('account.sessions.end_others')}
          text={t('account.sessions.end_others_text')}
          action={t('account.sessions.end_others')}
          onProof={endOthers}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

function SessionRow({
  session,
  isBusy,
  onEnd,
}: {
  session: SessionView
  isBusy: boolean
  onEnd: () => void
}) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const { browser, system, current, address } = session
  const Icon = /android|ios|iphone|ipad/i.test(system ?? '') ? IconDeviceMobile : IconDeviceDesktop
  const name =
    browser && system
      ? t('account.sessions.device', { browser, system })
      : (browser ?? system ?? t('account.sessions.unknown'))
  const seen = current ? t('account.sessions.now') : format.ago(now - session.last_seen_at)
  const begun = t('account.sessions.begun', { time: format.dateTime(session.created_at) })
  return (
    <SettingsRow
      title={name}
      icon={<Icon size={20} stroke={1.6} aria-hidden />}
      text={[address, seen, begun].filter(Boolean).join(' · ')}
    >
      {current ? (
        <span>
          <span className={styles.badge}>{t('account.sessions.current')}</span>
        </span>
      ) : (
        <Button
          size="small"
          isBusy={isBusy}
          onClick={onEnd}
          aria-label={t('account.sessions.end_of', { name })}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </SettingsRow>
  )
}
