import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './network-tariffs.module.css'
import { networkTariffsQuery } from './network-tariffs-query.ts'
import { PublishedRates } from './published-rates.tsx'
import { TariffCard } from './tariff-card.tsx'

/** Dated network prices: the published ones of Slovenia, and what administrators keep for other countries. */
export function NetworkTariffsPage() {
  const t = useT()
  const { data: tariffs, error, refetch } = useQuery(networkTariffsQuery)
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('titles.network_tariffs')}</h1>
        <p className={styles.lead}>{t('network_tariffs.page.lead')}</p>
      </header>
      <PublishedRates />
      <section className={styles.section}>
        <h2>{t('network_tariffs.others.heading')}</h2>
        {error && !tariffs && <FailedState error={error} onRetry={() => void refetch()} />}
        {!tariffs && !error && <Skeleton height={120} radius={16} />}
        {tariffs?.length === 0 && (
          <EmptyState
            icon={<IconPlugConnected size={22} />}
            title={t('network_tariffs.others.empty')}
            text={t('network_tariffs.others.empty_text')}
          />
        )}
        {tariffs && tariffs.length > 0 && (
          <ul className={styles.list}>
            {tariffs.map((tariff) => (
              <TariffCard key={tariff.id} tariff={tariff} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
