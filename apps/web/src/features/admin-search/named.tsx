import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './admin-search.module.css'

/** A name as a link, and what tells it from others of the same name. */
export function Named({
  to,
  search,
  note,
  icon,
  children,
}: {
  to: string
  search?: Record<string, string>
  note?: ReactNode
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={styles.named}>
      {icon}
      <span>
        <Link to={to} search={(search ?? {}) as never} className={styles.link}>
          {children}
        </Link>
        {note && <small>{note}</small>}
      </span>
    </span>
  )
}
