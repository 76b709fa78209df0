import type { ReactNode } from 'react'
import styles from './auth-panel.module.css'

/** Heading, a sentence, and a card; other links are below. */
export function AuthPanel({
  title,
  lead,
  children,
  below,
}: {
  title: string
  lead?: string
  children?: ReactNode
  below?: ReactNode
}) {
  return (
    <div className={styles.panel}>
      <div className={styles.heading}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className={styles.card}>{children}</div>}
      {below && <div className={styles.below}>{below}</div>}
    </div>
  )
}
