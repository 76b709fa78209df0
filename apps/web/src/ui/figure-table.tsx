import { type ReactNode, useRef } from 'react'
import styles from './figure-table.module.css'
import shade from './scroll-shade.module.css'
import { useScrollShade } from './scroll-shade.ts'

interface FigureTableProps {
  /** Names the part that scrolls. */
  label?: string
  /** The first and the last column align with the edges of the surroundings. */
  isFlush?: boolean
  /** Many rows scroll below their heads. */
  isTall?: boolean
  children: ReactNode
}

/** Figures by rows and columns; a table wider than the window scrolls beside its first column. */
export function FigureTable({ label, isFlush = false, isTall = false, children }: FigureTableProps) {
  const box = useRef<HTMLElement>(null)
  useScrollShade(box)
  return (
    <section
      ref={box}
      className={`${isTall ? styles.tall : styles.scroll} ${shade.frame}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table className={`${styles.table} ${isFlush ? styles.flush : ''}`}>{children}</table>
    </section>
  )
}
