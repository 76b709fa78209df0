import { useT } from '../i18n/use-t.ts'
import { useQuantity } from '../quantity/use-quantity.ts'
import styles from './chart-panel.module.css'
import { energySwatch } from './chart-theme.ts'
import type { SeriesRow } from './series-rows.ts'

interface Props {
  rows: readonly SeriesRow[]
  hidden: ReadonlySet<string>
  /** The bucket under the crosshair in words, or what the numbers of the whole range are. */
  heading: string
  onToggle: (key: string) => void
  marks: {
    hasEstimated: boolean
    hasGaps: boolean
    /** The last bucket is incomplete, and now is marked by a line. */
    isOngoing: boolean
    hasNow: boolean
    /** What is drawn as outlines, in words. */
    compared: string | null
    /** How to read the picture. */
    note: string | null
  }
}

/** Shows the values at the crosshair and switches series on and off. */
export function ChartLegend({ rows, hidden, heading, onToggle, marks }: Props) {
  const t = useT()
  const { text } = useQuantity()
  const groups = [
    { key: 'sources' as const, label: t('charts.legend.sources') },
    { key: 'uses' as const, label: t('charts.legend.uses') },
    { key: 'others' as const, label: '' },
  ]
  return (
    <section className={styles.legend} aria-label={t('charts.legend.label')}>
      <p className={styles.legendHeading}>{heading}</p>
      {groups.map((group) => {
        const own = rows.filter((row) => row.group === group.key)
        if (own.length === 0) return null
        return (
          <div key={group.key}>
            {group.label && <h2 className={styles.legendGroupHeading}>{group.label}</h2>}
            <ul>
              {own.map((row) => {
                const isShown = !hidden.has(row.key)
                return (
                  <li key={row.key}>
                    <button
                      type="button"
                      className={styles.legendRow}
                      aria-pressed={isShown}
                      onClick={() => onToggle(row.key)}
                    >
                      <span
                        className={styles.swatch}
                        style={{
                          ...energySwatch(row.colour),
                          ...(!isShown && { background: 'transparent' }),
                        }}
                      />
                      <span className={styles.legendLabel}>{row.label}</span>
                      <span className={styles.legendValue}>
                        {row.text ?? text(row.value, row.unit)}
                        {row.note && <small>{row.note}</small>}
                        {row.isMean && <small>{t('charts.legend.is_mean')}</small>}
                        {row.hasComparison && (
                          <small>
                            {t('charts.legend.compared', {
                              value: row.comparedText ?? text(row.compared, row.unit),
                            })}
                          </small>
                        )}
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </div>
        )
      })}
      {Object.values(marks).some(Boolean) && (
        <ul className={styles.marks}>
          {marks.compared && (
            <li>
              <span className={`${styles.swatch} ${styles.outline}`} />
              {marks.compared}
            </li>
          )}
          {marks.isOngoing && (
            <li>
              <span className={`${styles.swatch} ${styles.ongoing}`} />
              {t('charts.legend.ongoing')}
            </li>
          )}
          {marks.hasNow && (
            <li>
              <span className={`${styles.swatch} ${styles.now}`} />
              {t('charts.latest.value')}
            </li>
          )}
          {marks.hasEstimated && (
            <li>
              <span className={`${styles.swatch} ${styles.estimated}`} />
              {t('charts.legend.estimated')}
            </li>
          )}
          {marks.hasGaps && (
            <li>
              <span className={`${styles.swatch} ${styles.gap}`} />
              {t('charts.legend.gap')}
            </li>
          )}
          {marks.note && <li>{marks.note}</li>}
        </ul>
      )}
    </section>
  )
}
