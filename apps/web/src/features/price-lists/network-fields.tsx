import { publishedCountry } from '@ohmstead/domain/pricing/check-list-terms'
import type { NetworkPrices, NetworkTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { useT } from '../../shared/i18n/use-t.ts'
import { pricingPaths } from '../../shared/paths.ts'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import { NetworkPricesFields } from '../../shared/pricing/fields/network-prices-fields.tsx'
import { NetworkTariffField } from './network-tariff-field.tsx'
import styles from './price-list-wizard.module.css'
import { useWizard } from './wizard-form.ts'

const kinds = ['published', 'tariff', 'entered', 'none'] as const

/** What the distributor charges: known rates, a tariff of the country, own figures, or nothing here. */
export function NetworkFields() {
  const t = useT()
  const { draft, changeTerms, problems } = useWizard()
  const { network } = draft.terms
  const offered = kinds.filter(
    (kind) => kind !== 'published' || draft.countryCode === publishedCountry || network.kind === kind,
  )
  const choose = (kind: NetworkTerms['kind']) => {
    const empty: NetworkPrices = { energy: null, power: null, monthlyFee: null }
    if (kind === 'tariff') changeTerms({ network: { kind, networkTariffId: 0 } })
    else if (kind === 'entered') changeTerms({ network: { kind, ...empty } })
    else changeTerms({ network: { kind } })
  }
  return (
    <>
      <ChoiceField
        label={t('price_lists.field.network')}
        value={network.kind}
        options={offered.map((kind) => ({
          value: kind,
          label: t(`price_lists.network.${kind}`),
        }))}
        onChange={choose}
      />
      {'terms.network.kind' in problems && (
        <p className={styles.problem} role="alert">
          {t('price_lists.network.published_elsewhere')}
        </p>
      )}
      {network.kind === 'published' && (
        <p className={styles.soft}>
          <a href={pricingPaths.networkTariffs} target="_blank" rel="noreferrer">
            {t('price_lists.network.published_source')}
          </a>
        </p>
      )}
      {network.kind === 'tariff' && <NetworkTariffField network={network} />}
      {network.kind === 'entered' && (
        <NetworkPricesFields
          path="terms.network"
          prices={network}
          onChange={(part) => changeTerms({ network: { ...network, ...part } })}
        />
      )}
    </>
  )
}
