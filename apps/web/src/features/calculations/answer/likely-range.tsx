import styles from './answer.module.css'

/** P10, P50 and P90 on an axis that includes zero: a range across zero may also be a loss. The text beside it says the same. */
export function LikelyRange({ range }: { range: { p10: number; p50: number; p90: number } }) {
  const low = Math.min(range.p10, 0)
  const high = Math.max(range.p90, 0)
  const width = high - low || 1
  const at = (value: number) => `${((value - low) / width) * 100}%`
  return (
    <span className={styles.range} aria-hidden>
      <span className={styles.rangeZero} style={{ left: at(0) }} />
      <span
        className={styles.rangeBar}
        style={{ left: at(range.p10), width: `${((range.p90 - range.p10) / width) * 100}%` }}
      />
      <span className={styles.rangeMiddle} style={{ left: at(range.p50) }} />
    </span>
  )
}
