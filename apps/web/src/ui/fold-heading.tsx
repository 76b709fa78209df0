import { IconChevronDown } from '@tabler/icons-react'
import styles from './fold-heading.module.css'

/** A part of a page that can be folded away. */
export interface Fold {
  isOpen: boolean
  toggle: () => void
}

interface FoldHeadingProps {
  id: string
  /** Null where the part always stands open: then it is a heading like any other. */
  fold: Fold | null | undefined
  children: string
}

/** The heading of a part of a page; where there is little room it folds the part away and brings it back. */
export function FoldHeading({ id, fold, children }: FoldHeadingProps) {
  if (!fold) return <h2 id={id}>{children}</h2>
  return (
    <h2 id={id}>
      <button type="button" className={styles.fold} aria-expanded={fold.isOpen} onClick={fold.toggle}>
        {children}
        <IconChevronDown size={20} stroke={1.6} aria-hidden />
      </button>
    </h2>
  )
}
