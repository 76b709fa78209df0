import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { errorText, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ExchangeRates } from './exchange-rates.tsx'
import styles from './network-tariffs.module.css'
import { type NetworkTariffRow, networkTariffsQuery } from './network-tariffs-query.ts'
import { PublishedRates } from './published-rates.tsx'
import { TariffCard } from './tariff-card.tsx'
import { TariffModal } from './tariff-modal.tsx'

type Dialog = { kind: 'edit'; tariff: NetworkTariffRow | null } | { kind: 'remove'; tariff: NetworkTariffRow }

/** Dated network prices: the published ones of Slovenia, and what administrators keep for other countries. */
export function NetworkTariffsPage() {
  const t = useT()
  const queryClient = useQueryClient()
  const mayKeep = hasRole(useUser(), 'ROLE_SUPER_ADMIN')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const { data: tariffs, error, refetch } = useQuery(networkTariffsQuery)
  const remove = useMutation({
    mutationFn: ({ id }: NetworkTariffRow) =>
      call('DELETE /pricing/network-tariffs/:networkTariffId', { params: { networkTariffId: id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: networkTariffsQuery.queryKey }),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
    onSettled: close,
  })
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('titles.network_tariffs')}</h1>
        <p className={styles.lead}>{t('network_tariffs.page.lead')}</p>
      </header>
      <PublishedRates />
      <section className={styles.section}>
        <header className={styles.head}>
          <h2>{t('network_tariffs.others.heading')}</h2>
          {mayKeep && (
            <Button variant="primary" onClick={() => setDialog({ kind: 'edit', tariff: null })}>
              <IconPlus size={16} aria-hidden />
              {t('network_tariffs.action.add')}
            </Button>
          )}
        </header>
        {error && !tariffs && <FailedState error={error} onRetry={() => void refetch()} />}
        {!tariffs && !error && <Skeleton height={120} radius={16} />}
        {tariffs?.length === 0 && (
          <p className={styles.soft}>
            {t('network_tariffs.others.empty')}. {t('network_tariffs.others.empty_text')}
          </p>
        )}
        {tariffs && tariffs.length > 0 && (
          <ul className={styles.list}>
            {tariffs.map((tariff) => (
              <TariffCard
                key={tariff.id}
                tariff={tariff}
                actions={
                  mayKeep && (
                    <>
                      <Button
                        size="small"
                        aria-label={t('supply_offers.action.edit_of', { name: tariff.name })}
                        onClick={() => setDialog({ kind: 'edit', tariff })}
                      >
                        {t('supply_offers.action.edit')}
                      </Button>
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={t('supply_offers.action.remove_of', { name: tariff.name })}
                        onClick={() => setDialog({ kind: 'remove', tariff })}
                      >
                        {t('supply_offers.action.remove')}
                      </Button>
                    </>
                  )
                }
              />
            ))}
          </ul>
        )}
      </section>
      <ExchangeRates mayKeep={mayKeep} />
      {dialog?.kind === 'edit' && <TariffModal tariff={dialog.tariff} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <ConfirmModal
          title={t('supply_offers.remove.heading', { name: dialog.tariff.name })}
          text={t('network_tariffs.remove.text')}
          action={t('supply_offers.action.remove')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(dialog.tariff)}
          onClose={close}
        />
      )}
    </div>
  )
}
