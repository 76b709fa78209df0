import type { ReactNode } from 'react'
import styles from './settings-card.module.css'

/** The head of a page of one's account. */
export function PageHead({ title, text }: { title: string; text?: string }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
    </header>
  )
}

export function SettingsCard({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={label}>
      {children}
    </section>
  )
}

/** Its label on the left, its value or control on the right; a read-only fact is beside its name instead. */
export function SettingsRow({
  title,
  text,
  icon,
  isFact = false,
  children,
}: {
  title: string
  text?: ReactNode
  icon?: ReactNode
  isFact?: boolean
  children?: ReactNode
}) {
  return (
    <div className={`${styles.row} ${isFact ? styles.fact : ''}`}>
      <div className={styles.what}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <div>
          <h2>{title}</h2>
          {text && <p>{text}</p>}
        </div>
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}
