import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { NetworkTariffPeriod } from '@ohmstead/domain/pricing/price-list-terms'
import type { ReactNode } from 'react'
import { useCountryNames } from '../../shared/i18n/use-country-names.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import styles from './network-tariffs.module.css'
import type { NetworkTariffRow } from './network-tariffs-query.ts'

/** A distributor's tariff, each dated period with its prices and source. */
export function TariffCard({ tariff, actions }: { tariff: NetworkTariffRow; actions?: ReactNode }) {
  const countryName = useCountryNames()
  const { name, operator, countryCode, currency, periods } = tariff
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <div>
          <h3>
            {operator} · {name}
          </h3>
          <p>{countryName(countryCode) ?? countryCode}</p>
        </div>
        <div className={styles.actions}>{actions}</div>
      </header>
      <ul className={styles.periods}>
        {periods.toSorted(byNewest).map((period) => (
          <Period key={period.validFrom} period={period} currency={currency} />
        ))}
      </ul>
    </li>
  )
}

const byNewest = (one: NetworkTariffPeriod, other: NetworkTariffPeriod) =>
  other.validFrom.localeCompare(one.validFrom)

function Period({ period, currency }: { period: NetworkTariffPeriod; currency: CurrencyCode }) {
  const t = useT()
  const daysText = useDaysText()
  const facts = usePeriodFacts(period, currency)
  const { validFrom, validTo, source } = period
  return (
    <li>
      <h4>{daysText(validFrom, validTo)}</h4>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p className={styles.soft}>{t('network_tariffs.period.source', { source })}</p>
    </li>
  )
}

function usePeriodFacts({ prices }: NetworkTariffPeriod, currency: CurrencyCode): string[] {
  const t = useT()
  const text = usePriceText()
  const { energy, power, monthlyFee } = prices
  const facts: string[] = []
  if (energy?.kind === 'fixed')
    for (const name of ['t0', 't1', 't2'] as const)
      if (energy[name] !== null)
        facts.push(`${t(`network_tariffs.period.${name}`)}: ${text.price(energy[name], currency)}`)
  if (energy?.kind === 'time_of_use')
    facts.push(t('network_tariffs.period.time_of_use', { count: energy.prices.length }))
  if (power) {
    const price = text.price(power.perKwMonth, currency, 'kW')
    facts.push(
      power.basis === 'agreed'
        ? t('network_tariffs.period.agreed', { price })
        : t('network_tariffs.period.monthly_peak', { price, count: power.peaks }),
    )
  }
  if (monthlyFee !== null)
    facts.push(t('network_tariffs.period.monthly_fee', { fee: text.money(monthlyFee, currency) }))
  return facts
}
