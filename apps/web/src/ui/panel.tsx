import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  heading: string
  lead?: string
  /** Beside the heading, or below it where there is no room. */
  tools?: ReactNode
  /** Off if the content has its own frames. */
  isFramed?: boolean
  children: ReactNode
}

/** A part of a page under its own heading. */
export function Panel({ heading, lead, tools, isFramed = true, children }: PanelProps) {
  const headingId = useId()
  return (
    <section className={isFramed ? styles.panel : styles.bare} aria-labelledby={headingId}>
      <header className={styles.head}>
        <div>
          <h2 id={headingId}>{heading}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {tools}
      </header>
      {children}
    </section>
  )
}
