import { type ReactNode, useId } from 'react'
import { type Fold, FoldHeading } from './fold-heading.tsx'
import styles from './panel.module.css'

interface PanelProps {
  /** For links to this part of the page. */
  id?: string
  heading: string
  lead?: string
  /** Beside the heading, or below it where there is no room. */
  tools?: ReactNode
  /** Off if the content has its own frames. */
  isFramed?: boolean
  /** Where it can be folded away; left out, it always stands open. */
  fold?: Fold | null
  children: ReactNode
}

/** A part of a page under its own heading. */
export function Panel({ id, heading, lead, tools, isFramed = true, fold, children }: PanelProps) {
  const headingId = useId()
  const isOpen = fold?.isOpen ?? true
  return (
    <section id={id} className={isFramed ? styles.panel : styles.bare} aria-labelledby={headingId}>
      <header className={styles.head}>
        <div>
          <FoldHeading id={headingId} fold={fold}>
            {heading}
          </FoldHeading>
          {isOpen && lead && <p>{lead}</p>}
        </div>
        {isOpen && tools}
      </header>
      {isOpen && children}
    </section>
  )
}
