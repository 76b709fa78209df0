import type { ReactNode } from 'react'
import { useScrollShade } from '../../ui/scroll-shade.ts'
import { useScrollToCurrent } from '../use-scroll-to-current.ts'
import styles from './page-tabs.module.css'

interface PageTabsProps {
  label: string
  /** Its margins. */
  className?: string
  /** List items, each with a link. */
  children: ReactNode
}

/** Tabs between sibling pages, above each of them. */
export function PageTabs({ label, className = '', children }: PageTabsProps) {
  const nav = useScrollToCurrent()
  useScrollShade(nav)
  return (
    <nav ref={nav} className={`${styles.tabs} ${className}`} aria-label={label}>
      <ul>{children}</ul>
    </nav>
  )
}
