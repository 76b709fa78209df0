import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { rateText } from '../../shared/pricing/use-exchange-text.ts'
import { errorText, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextTable } from '../../ui/text-table.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ExchangeRateModal } from './exchange-rate-modal.tsx'
import { type ExchangeRateRow, exchangeRatesQuery } from './exchange-rates-query.ts'
import styles from './network-tariffs.module.css'

/** Dated rates between currencies with their source, the newest first: without one nothing is converted. */
export function ExchangeRates({ mayKeep }: { mayKeep: boolean }) {
  const t = useT()
  const { data: rates, error, refetch } = useQuery(exchangeRatesQuery)
  const [chosen, setChosen] = useState('')
  const [isEntering, setEntering] = useState(false)
  const [removing, setRemoving] = useState<ExchangeRateRow | null>(null)
  const pairs = [...new Set(rates?.map(pairOf))]
  const pair = pairs.includes(chosen) ? chosen : (pairs[0] ?? '')
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <div>
          <h2>{t('network_tariffs.exchange.heading')}</h2>
          <p>{t('network_tariffs.exchange.lead')}</p>
        </div>
        {mayKeep && (
          <Button onClick={() => setEntering(true)}>
            <IconPlus size={16} aria-hidden />
            {t('network_tariffs.exchange.add')}
          </Button>
        )}
      </header>
      {error && !rates && <FailedState error={error} onRetry={() => void refetch()} />}
      {!rates && !error && <Skeleton height={80} radius={16} />}
      {rates?.length === 0 && <p className={styles.soft}>{t('network_tariffs.exchange.empty')}</p>}
      {pairs.length > 1 && (
        <SelectField
          label={t('network_tariffs.exchange.pair')}
          value={pair}
          options={pairs.map((value) => ({ value, label: value }))}
          onChange={setChosen}
        />
      )}
      {rates && rates.length > 0 && (
        <RateTable
          rates={rates.filter((rate) => pairOf(rate) === pair)}
          onRemove={mayKeep ? setRemoving : null}
        />
      )}
      {removing && <RemoveRateModal rate={removing} onClose={() => setRemoving(null)} />}
      {isEntering && rates && <ExchangeRateModal rates={rates} onClose={() => setEntering(false)} />}
    </section>
  )
}

interface RateTableProps {
  rates: readonly ExchangeRateRow[]
  /** Null for people who keep no rates. */
  onRemove: ((rate: ExchangeRateRow) => void) | null
}

function RateTable({ rates, onRemove }: RateTableProps) {
  const t = useT()
  const nameOf = useRateName()
  const day = useFormatDay()
  const { locale } = useFormat()
  return (
    <TextTable className={styles.exchange}>
      <thead>
        <tr>
          <th scope="col">{t('network_tariffs.exchange.day')}</th>
          <th scope="col">{t('network_tariffs.exchange.rate')}</th>
          <th scope="col">{t('supply_offers.edit.source')}</th>
          {onRemove && <td />}
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => (
          <tr key={rate.day}>
            <th scope="row">{day(rate.day)}</th>
            <td className={styles.facts}>{rateText(rate, locale)}</td>
            <td>{rate.source}</td>
            {onRemove && (
              <td>
                <IconButton
                  size="small"
                  label={t('supply_offers.action.remove_of', { name: nameOf(rate) })}
                  onClick={() => onRemove(rate)}
                >
                  <IconTrash size={16} stroke={1.6} />
                </IconButton>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </TextTable>
  )
}

function RemoveRateModal({ rate, onClose }: { rate: ExchangeRateRow; onClose: () => void }) {
  const t = useT()
  const nameOf = useRateName()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => {
      const { from, to, day } = rate
      const asked = { params: { from, to, day }, query: { rate: rate.rate } }
      return call('DELETE /pricing/exchange-rates/:from/:to/:day', asked)
    },
    onSuccess: ({ exchangeRates }) => queryClient.setQueryData(exchangeRatesQuery.queryKey, exchangeRates),
    onError: (failure) => {
      showToast(errorText(failure, t), { tone: 'danger' })
      void queryClient.invalidateQueries(exchangeRatesQuery)
    },
    onSettled: onClose,
  })
  return (
    <ConfirmModal
      title={t('supply_offers.remove.heading', { name: nameOf(rate) })}
      text={t('network_tariffs.exchange.remove_text')}
      action={t('supply_offers.action.remove')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

function useRateName() {
  const day = useFormatDay()
  const { locale } = useFormat()
  return (rate: ExchangeRateRow) => `${rateText(rate, locale)} (${day(rate.day)})`
}

const pairOf = ({ from, to }: ExchangeRateRow) => `${from} → ${to}`
