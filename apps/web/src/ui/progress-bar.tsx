import styles from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  /** 0…1; null while it is not known. */
  share: number | null
  /** Its margins. */
  className?: string
}

/** The progress of something slow. */
export function ProgressBar({ label, share, className = '' }: ProgressBarProps) {
  return (
    <div
      className={`${styles.bar} ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 1000) / 10}
    >
      <span style={{ width: `${(share ?? 0) * 100}%` }} />
    </div>
  )
}
