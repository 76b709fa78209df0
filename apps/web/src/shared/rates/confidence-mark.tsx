import type { Confidence } from '@ohmstead/domain/rates/confidence'
import { useT } from '../i18n/use-t.ts'
import styles from './confidence-mark.module.css'

const steps: Record<Confidence, number> = {
  veryHigh: 5,
  high: 4,
  mediumHigh: 3,
  medium: 2,
  low: 1,
  missing: 0,
}

/** The confidence of a rate: dots for the eye, the word for everybody. */
export function ConfidenceMark({ confidence }: { confidence: Confidence }) {
  const t = useT()
  return (
    <span className={styles.mark}>
      <span className={styles.dots} aria-hidden>
        {[1, 2, 3, 4, 5].map((step) => (
          <span key={step} className={step <= steps[confidence] ? styles.dotOn : styles.dot} />
        ))}
      </span>
      {t(`calculations.confidence.${confidence}`)}
    </span>
  )
}
