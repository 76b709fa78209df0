import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import styles from './time-of-use.module.css'

interface PlanRowProps {
  title: string
  text: string
  /** What precedes the title. */
  mark?: ReactNode
  /** What each button does, with the title; null for one that is not there. */
  editLabel: string | null
  deleteLabel: string | null
  onEdit: () => void
  onDelete: () => void
}

/** A block or a season of a plan, with what can be done to it. */
export function PlanRow({ title, text, mark, editLabel, deleteLabel, onEdit, onDelete }: PlanRowProps) {
  const t = useT()
  return (
    <li className={styles.row}>
      {mark}
      <div className={styles.what}>
        <h3>{title}</h3>
        <p className={styles.soft}>{text}</p>
      </div>
      {(editLabel || deleteLabel) && (
        <div className={styles.actions}>
          {editLabel && (
            <Button size="small" aria-label={editLabel} onClick={onEdit}>
              {t('time_of_use.action.edit')}
            </Button>
          )}
          {deleteLabel && (
            <Button size="small" variant="quiet" aria-label={deleteLabel} onClick={onDelete}>
              {t('time_of_use.action.delete')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
