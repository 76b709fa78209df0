import type { ComponentProps } from 'react'
import styles from './text-table.module.css'

/** Words by rows and columns, which wrap instead of scrolling. */
export function TextTable({ className = '', ...table }: ComponentProps<'table'>) {
  return <table className={`${styles.table} ${className}`} {...table} />
}
