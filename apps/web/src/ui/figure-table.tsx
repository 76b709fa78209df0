import type { ReactNode } from 'react'
import styles from './figure-table.module.css'

interface FigureTableProps {
  /** Names the part that scrolls. */
  label?: string
  /** The first and the last column stand on the edges of what is around them. */
  isFlush?: boolean
  /** Many rows scroll below their heads. */
  isTall?: boolean
  children: ReactNode
}

/** Figures by rows and columns; what is wider than the window scrolls by itself. */
export function FigureTable({ label, isFlush = false, isTall = false, children }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={isTall ? styles.tall : styles.scroll} tabIndex={0} aria-label={label}>
      <table className={`${styles.table} ${isFlush ? styles.flush : ''}`}>{children}</table>
    </section>
  )
}
