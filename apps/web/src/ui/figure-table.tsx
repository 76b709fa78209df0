import type { ReactNode } from 'react'
import styles from './figure-table.module.css'
import { TableFrame } from './table-frame.tsx'

interface FigureTableProps {
  /** Names the part that scrolls. */
  label?: string
  /** The first and the last column align with the edges of the surroundings. */
  isFlush?: boolean
  /** Many rows scroll below their heads. */
  isTall?: boolean
  children: ReactNode
}

/** Figures by rows and columns; cells of words are marked with `data-text`. A table wider than the window scrolls beside its first column. */
export function FigureTable({ label, isFlush = false, isTall = false, children }: FigureTableProps) {
  return (
    <TableFrame
      label={label}
      frameClass={(isTall ? styles.tall : styles.scroll)!}
      tableClass={`${styles.table} ${isFlush ? styles.flush : ''}`}
    >
      {children}
    </TableFrame>
  )
}
