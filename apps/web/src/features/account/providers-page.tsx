import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { identitiesQuery } from '../../shared/session/own-security-query.ts'
import { ProofModal } from '../../shared/session/proof-modal.tsx'
import { type Provider, providersQuery } from '../../shared/session/providers-query.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'

type Identity = Answer<'GET /auth/identities'>['identities'][number]
type Asked = { kind: 'link'; provider: Provider } | { kind: 'unlink'; provider: Provider; identity: Identity }

/** The providers one may sign in by, connected or not. */
export function ProvidersPage() {
  const t = useT()
  const format = useFormat()
  const { data: providers } = useQuery(providersQuery)
  const { data: identities, error, refetch } = useQuery(identitiesQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <PageHead title={t('titles.providers')} text={t('account.providers.lead')} />
      {error && !identities && <FailedState error={error} onRetry={() => void refetch()} />}
      {identities && providers?.length === 0 && (
        <EmptyState icon={<IconPlugConnected size={22} />} title={t('account.providers.none')} />
      )}
      {!identities && !error && <Skeleton height={120} radius={16} />}
      {identities && providers && providers.length > 0 && (
        <SettingsCard>
          {providers.map((provider) => {
            const identity = identities.find((candidate) => candidate.provider === provider.id)
            const { name } = provider
            return (
              <SettingsRow
                key={provider.id}
                title={name}
                icon={<IconPlugConnected size={20} stroke={1.6} aria-hidden />}
                text={
                  identity
                    ? [
                        identity.email,
                        t('account.providers.since', { time: format.dateTime(identity.created_at) }),
                      ]
                        .filter(Boolean)
                        .join(' · ')
                    : t('account.providers.off')
                }
              >
                {identity ? (
                  <Button
                    size="small"
                    aria-label={t('account.providers.unlink_of', { name })}
                    onClick={() => setAsked({ kind: 'unlink', provider, identity })}
                  >
                    {t('account.providers.unlink')}
                  </Button>
                ) : (
                  <Button
                    size="small"
                    aria-label={t('account.providers.link_of', { name })}
                    onClick={() => setAsked({ kind: 'link', provider })}
                  >
                    {t('account.providers.link')}
                  </Button>
                )}
              </SettingsRow>
            )
          })}
        </SettingsCard>
      )}
      {asked && <Proof asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Proof({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const { provider } = asked
  const change = async (password: string | null) => {
    if (asked.kind === 'link') {
      const { url } = await call('POST /auth/oauth/:provider/link', {
        params: { provider: provider.id },
        body: { password },
      })
      window.location.assign(url)
      return
    }
    await call('POST /auth/identities/:identityId/remove', {
      params: { identityId: asked.identity.id },
      body: { password },
    })
    await queryClient.invalidateQueries(identitiesQuery)
    onClose()
  }
  return (
    <ProofModal
      title={t(`account.providers.${asked.kind}_of`, { name: provider.name })}
      text={t(`account.providers.${asked.kind}_text`, { name: provider.name })}
      endsOtherSessions={asked.kind === 'unlink'}
      action={t(`account.providers.${asked.kind}`)}
      isDangerous={asked.kind === 'unlink'}
      onProof={change}
      onClose={onClose}
    />
  )
}
