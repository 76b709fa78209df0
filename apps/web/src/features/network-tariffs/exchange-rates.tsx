import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { rateText } from '../../shared/pricing/use-exchange-text.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextTable } from '../../ui/text-table.tsx'
import { ExchangeRateModal } from './exchange-rate-modal.tsx'
import { type ExchangeRateRow, exchangeRatesQuery } from './exchange-rates-query.ts'
import styles from './network-tariffs.module.css'

/** Dated rates between currencies with their source, the newest first: without one nothing is converted. */
export function ExchangeRates({ mayKeep }: { mayKeep: boolean }) {
  const t = useT()
  const { data: rates, error, refetch } = useQuery(exchangeRatesQuery)
  const [chosen, setChosen] = useState('')
  const [isEntering, setEntering] = useState(false)
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
      {rates && rates.length > 0 && <RateTable rates={rates.filter((rate) => pairOf(rate) === pair)} />}
      {isEntering && rates && <ExchangeRateModal rates={rates} onClose={() => setEntering(false)} />}
    </section>
  )
}

function RateTable({ rates }: { rates: readonly ExchangeRateRow[] }) {
  const t = useT()
  const day = useFormatDay()
  const { locale } = useFormat()
  return (
    <TextTable>
      <thead>
        <tr>
          <th scope="col">{t('network_tariffs.exchange.day')}</th>
          <th scope="col">{t('network_tariffs.exchange.rate')}</th>
          <th scope="col">{t('supply_offers.edit.source')}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => (
          <tr key={rate.day}>
            <th scope="row">{day(rate.day)}</th>
            <td className={styles.facts}>{rateText(rate, locale)}</td>
            <td>{rate.source}</td>
          </tr>
        ))}
      </tbody>
    </TextTable>
  )
}

const pairOf = ({ from, to }: ExchangeRateRow) => `${from} → ${to}`
