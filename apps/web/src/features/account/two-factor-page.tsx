import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { userQuery } from '../../shared/session/current-user.ts'
import { secondFactorQuery } from '../../shared/session/own-security-query.ts'
import { ProofModal } from '../../shared/session/proof-modal.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Asked = 'begin' | 'disable' | 'renew'
type Enrolment = Answer<'POST /auth/second-factor/totp'>

/** The authenticator app: connecting it, its recovery codes, and turning it off. */
export function TwoFactorPage() {
  const t = useT()
  const queryClient = useQueryClient()
  const { data: status, error, refetch } = useQuery(secondFactorQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const showCodes = (fresh: readonly string[]) => {
    setEnrolment(null)
    setCodes(fresh)
    void queryClient.invalidateQueries(secondFactorQuery)
  }
  const finish = async () => {
    setCodes(null)
    // Users who needed a second factor may continue now.
    await queryClient.invalidateQueries(userQuery)
  }
  const prove = {
    begin: async (password: string | null) => {
      setEnrolment(await call('POST /auth/second-factor/totp', { body: { password } }))
    },
    disable: async (password: string | null) => {
      await call('POST /auth/second-factor/totp/disable', { body: { password } })
      setCodes(null)
      showToast(t('account.two_factor.disabled'), { tone: 'success' })
      await queryClient.invalidateQueries(secondFactorQuery)
    },
    renew: async (password: string | null) => {
      showCodes(
        (await call('POST /auth/second-factor/recovery-codes', { body: { password } })).recovery_codes,
      )
    },
  } satisfies Record<Asked, (password: string | null) => Promise<void>>

  return (
    <>
      <PageHead title={t('titles.two_factor')} text={t('account.two_factor.lead')} />
      {error && !status && <FailedState error={error} onRetry={() => void refetch()} />}
      {!status && !error && <Skeleton height={120} radius={16} />}
      {codes && <RecoveryCodes codes={codes} onDone={() => void finish()} />}
      {enrolment && (
        <AuthenticatorSetup enrolment={enrolment} onEnabled={showCodes} onCancel={() => setEnrolment(null)} />
      )}
      {status && !enrolment && !codes && <Status status={status} onAsk={setAsked} />}
      {asked && (
        <ProofModal
          title={t(`account.two_factor.${asked}_title`)}
          text={t(`account.two_factor.${asked}_text`)}
          endsOtherSessions={asked !== 'renew'}
          action={t(`account.two_factor.${asked}`)}
          isDangerous={asked === 'disable'}
          onClose={() => setAsked(null)}
          onProof={async (password) => {
            await prove[asked](password)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

function Status({
  status,
  onAsk,
}: {
  status: Answer<'GET /auth/second-factor'>
  onAsk: (asked: Asked) => void
}) {
  const t = useT()
  const format = useFormat()
  const { totp, enabled_at, recovery_codes_left } = status
  if (!totp)
    return (
      <SettingsCard>
        <SettingsRow
          title={t('account.two_factor.off')}
          text={t('account.two_factor.off_text')}
          icon={<IconShieldOff size={20} stroke={1.6} aria-hidden />}
        >
          <Button variant="primary" onClick={() => onAsk('begin')}>
            {t('account.two_factor.begin')}
          </Button>
        </SettingsRow>
      </SettingsCard>
    )
  return (
    <SettingsCard>
      <SettingsRow
        title={t('account.two_factor.on')}
        text={enabled_at ? t('account.two_factor.since', { time: format.dateTime(enabled_at) }) : undefined}
        icon={<IconShieldCheck size={20} stroke={1.6} aria-hidden />}
      >
        <Button onClick={() => onAsk('disable')}>{t('account.two_factor.disable')}</Button>
      </SettingsRow>
      <SettingsRow
        title={t('account.two_factor.codes')}
        text={t('account.two_factor.codes_left', { count: recovery_codes_left })}
      >
        <Button onClick={() => onAsk('renew')}>{t('account.two_factor.renew')}</Button>
      </SettingsRow>
    </SettingsCard>
  )
}
