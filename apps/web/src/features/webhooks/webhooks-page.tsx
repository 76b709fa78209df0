import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompanyLead } from '../../shared/companies/use-company-lead.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { NotFoundPage } from '../../shared/states/not-found-page.tsx'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { SecretModal } from './secret-modal.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookModal } from './webhook-modal.tsx'
import styles from './webhooks.module.css'
import { type WebhookPlace, webhooksKey, webhooksQuery } from './webhooks-query.ts'

/** The webhooks of the location in the address, or else of its company. */
export function WebhooksPage() {
  const { locationId, companyId } = useRouteIds()
  if (locationId !== null) return <Webhooks key={`l${locationId}`} place={{ locationId }} />
  if (companyId !== null) return <Webhooks key={`c${companyId}`} place={{ companyId }} />
  return <NotFoundPage />
}

function Webhooks({ place }: { place: WebhookPlace }) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(webhooksQuery(place))
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const lead = useCompanyLead('companyId' in place ? place.companyId : null, t('webhooks.lead'))
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksKey })
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <div>
          <h1>{t('titles.webhooks')}</h1>
          <p>{lead}</p>
        </div>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <IconPlus size={16} aria-hidden />
          {t('webhooks.add')}
        </Button>
      </header>
      {!data && <Skeleton height={160} radius={16} />}
      {data?.webhooks.length === 0 && (
        <EmptyState
          icon={<IconWebhook size={22} />}
          title={t('webhooks.empty')}
          text={t('webhooks.empty_text')}
        />
      )}
      {data?.webhooks.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          place={webhook.location ? { locationId: webhook.location.id } : place}
          isOfCompany={'companyId' in place}
          onSecret={setSecret}
          onChanged={refresh}
        />
      ))}
      {isAdding && (
        <WebhookModal
          place={place}
          onSaved={(made) => {
            setAdding(false)
            setSecret(made)
            void refresh()
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {secret !== null && <SecretModal secret={secret} onClose={() => setSecret(null)} />}
    </div>
  )
}
