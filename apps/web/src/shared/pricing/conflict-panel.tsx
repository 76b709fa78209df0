import type { ReactNode } from 'react'
import { bringIntoSight } from '../../ui/bring-into-sight.ts'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './conflict-panel.module.css'

interface ConflictPanelProps {
  text: string
  /** What the other one saved. */
  children: ReactNode
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else was faster: what they saved, and which of the two is to stay. Nothing typed is lost by looking. */
export function ConflictPanel({ text, children, isBusy, onTakeTheirs, onKeepMine }: ConflictPanelProps) {
  const t = useT()
  return (
    <section
      ref={bringIntoSight}
      className={styles.conflict}
      role="alert"
      aria-label={t('price_lists.conflict.heading')}
    >
      <h2>{t('price_lists.conflict.heading')}</h2>
      <p>{text}</p>
      {children}
      <div className={styles.actions}>
        <Button onClick={onTakeTheirs}>{t('price_lists.conflict.take_theirs')}</Button>
        <Button isBusy={isBusy} onClick={onKeepMine}>
          {t('price_lists.conflict.keep_mine')}
        </Button>
      </div>
    </section>
  )
}
