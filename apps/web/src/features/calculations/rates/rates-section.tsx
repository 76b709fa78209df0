import { useT } from '../../../shared/i18n/use-t.ts'
import type { Calculation } from '../calculation-data.ts'
import { RateEntry } from './rate-entry.tsx'
import styles from './rates.module.css'

/** Every rate that a figure of the page rests on. */
export function RatesSection({ calculation }: { calculation: Calculation }) {
  const t = useT()
  const ids = Object.keys(calculation.rates).sort()
  return (
    <section className={styles.section} id="rates-and-sources" tabIndex={-1} aria-labelledby="rates-title">
      <h2 id="rates-title">{t('calculations.rates.title')}</h2>
      <p className={styles.lead}>{t('calculations.rates.lead')}</p>
      <ul className={styles.list}>
        {ids.map((id) => (
          <RateEntry key={id} id={id} calculation={calculation} />
        ))}
      </ul>
    </section>
  )
}
