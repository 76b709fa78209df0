import type { LocationCostsView } from '@ohmstead/contract/location-pricing-money'
import panelStyles from '../../shared/charts/chart-panel.module.css'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import styles from './charts.module.css'

/** The money of the range, exact as the server added it up, and what is missing in it. */
export function CostTotals({ costs }: { costs: LocationCostsView }) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const { totals, currency, missing, incomplete } = costs
  const hasRevenue = totals.exportRevenue !== null && Number(totals.exportRevenue) !== 0
  return (
    <section className={styles.totals} aria-label={t('charts.totals.label')}>
      {(missing.length > 0 || incomplete.length > 0) && (
        <p className={styles.sentence}>
          {t('charts.cost.partly')} {missing.map(words.missing).join(' ')}
        </p>
      )}
      <dl className={styles.numbers}>
        <div>
          <dt>
            <span className={panelStyles.swatch} style={energySwatch('grid_import')} />
            {t('charts.cost.import_cost')}
          </dt>
          <dd>
            <strong className={styles.ratio}>{text.money(totals.importCost, currency)}</strong>
          </dd>
        </div>
        {hasRevenue && (
          <div>
            <dt>
              <span className={panelStyles.swatch} style={energySwatch('grid_export')} />
              {t('charts.cost.export_revenue')}
            </dt>
            <dd>
              <strong className={styles.ratio}>{text.money(totals.exportRevenue, currency)}</strong>
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.note}>{t('charts.cost.included')}</p>
    </section>
  )
}
