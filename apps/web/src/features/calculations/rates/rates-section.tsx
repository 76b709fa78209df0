import { type MessageKey, useT } from '../../../shared/i18n/use-t.ts'
import { useFold } from '../../../shared/use-fold.ts'
import { FoldHeading } from '../../../ui/fold-heading.tsx'
import type { Calculation } from '../calculation-data.ts'
import { compareSources, groupRates } from './group-rates.ts'
import { RateEntry } from './rate-entry.tsx'
import { SourceEntry } from './rate-source.tsx'
import styles from './rates.module.css'

/** Every rate behind a figure of the page, and all its sources. */
export function RatesSection({ calculation }: { calculation: Calculation }) {
  const t = useT()
  const fold = useFold({ isOpen: false, anchor: 'rates-and-sources' })
  const isOpen = fold?.isOpen ?? true
  const sources = Object.entries(calculation.sources).sort(([, a], [, b]) => compareSources(a, b))
  return (
    <section className={styles.section} id="rates-and-sources" tabIndex={-1} aria-labelledby="rates-title">
      <FoldHeading id="rates-title" fold={fold}>
        {t('calculations.rates.title')}
      </FoldHeading>
      {isOpen && <p className={styles.lead}>{t('calculations.rates.lead')}</p>}
      {isOpen &&
        groupRates(calculation.rates).map(({ kind, ids }) => (
          <section key={kind} className={styles.group}>
            <h3>{t(`calculations.rate.${kind}` as MessageKey)}</h3>
            <ul className={styles.list}>
              {ids.map((id) => (
                <RateEntry key={id} id={id} calculation={calculation} isNamed={false} />
              ))}
            </ul>
          </section>
        ))}
      {isOpen && sources.length > 0 && (
        <section className={styles.group}>
          <h3>{t('calculations.rates.sources')}</h3>
          <ul className={`${styles.list} ${styles.tight}`}>
            {sources.map(([key, source]) => (
              <SourceEntry key={key} source={source} />
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}
