import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { EnergyPriceFields } from '../../shared/pricing/fields/energy-price-fields.tsx'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { useProblem } from '../../shared/pricing/fields/price-form.ts'
import { MonthlyFeeFields } from './monthly-fee-fields.tsx'
import { NetworkFields } from './network-fields.tsx'
import styles from './price-list-wizard.module.css'
import { TaxFields } from './tax-fields.tsx'
import { useWizard } from './wizard-form.ts'

/** What the supplier, the distributor and the state charge, and what is paid for energy fed in. */
export function TariffsStep({ today }: { today: string }) {
  const t = useT()
  const problem = useProblem()
  const { draft, changeTerms, isReadOnly } = useWizard()
  const { terms } = draft
  const unit = `${terms.currency}/kWh`
  return (
    <fieldset className={styles.step} disabled={isReadOnly}>
      <section className={styles.section}>
        <h3>{t('price_lists.section.buy')}</h3>
        {!isReadOnly && <p className={styles.soft}>{t('price_lists.tariffs.without_vat')}</p>}
        <EnergyPriceFields side="buy" price={terms.buy} onChange={(buy) => changeTerms({ buy })} />
        <div className={fieldStyles.fields}>
          <DecimalField
            name="terms.buyFeePerKwh"
            label={t('price_lists.field.buy_fee')}
            unit={unit}
            value={terms.buyFeePerKwh}
            error={problem('terms.buyFeePerKwh', t('price_lists.field.buy_fee'))}
            onChange={(buyFeePerKwh) => changeTerms({ buyFeePerKwh })}
          />
        </div>
        <MonthlyFeeFields />
      </section>
      {terms.hasExportPrice && terms.sell && (
        <section className={styles.section}>
          <h3>{t('price_lists.section.sell')}</h3>
          <EnergyPriceFields side="sell" price={terms.sell} onChange={(sell) => changeTerms({ sell })} />
          <div className={fieldStyles.fields}>
            <DecimalField
              name="terms.sellFeePerKwh"
              label={t('price_lists.field.sell_fee')}
              unit={unit}
              value={terms.sellFeePerKwh}
              error={problem('terms.sellFeePerKwh', t('price_lists.field.sell_fee'))}
              onChange={(sellFeePerKwh) => changeTerms({ sellFeePerKwh })}
            />
          </div>
        </section>
      )}
      <section className={styles.section}>
        <h3>{t('price_lists.section.network')}</h3>
        <NetworkFields />
      </section>
      <section className={styles.section}>
        <h3>{t('price_lists.section.taxes')}</h3>
        <TaxFields today={today} />
      </section>
    </fieldset>
  )
}
