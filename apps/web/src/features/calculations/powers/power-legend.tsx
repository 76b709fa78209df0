import { useT } from '../../../shared/i18n/use-t.ts'
import styles from './powers.module.css'

/** The meaning of lines and dots; they also differ by drawing, not by colour alone. */
export function PowerLegend({ hasOptimum }: { hasOptimum: boolean }) {
  const t = useT()
  const line = (className: string) => (
    <svg width={26} height={10} aria-hidden>
      <path className={className} d="M0 5H26" />
    </svg>
  )
  const dot = (className: string) => (
    <svg width={10} height={10} aria-hidden>
      <path className={className} d="M5 5h0" />
    </svg>
  )
  return (
    <ul className={styles.legend}>
      <li>
        {line(styles.lineOwn!)} {t('calculations.choice.custom')}
      </li>
      <li>
        {line(styles.lineCurrent!)} {t('calculations.choice.current')}
      </li>
      {hasOptimum && (
        <li>
          {line(styles.lineOptimum!)} {t('calculations.choice.optimised')}
        </li>
      )}
      <li>
        {dot(styles.dotAbove!)} {t('calculations.powers.legend_above')}
      </li>
      <li>
        {dot(styles.dot!)} {t('calculations.powers.legend_peak')}
      </li>
    </ul>
  )
}
