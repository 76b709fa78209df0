import type { ControllerView } from '@ohmstead/contract/controllers'
import { IconClockExclamation } from '@tabler/icons-react'
import { useClockText } from '../../shared/clock-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './controllers-page.module.css'

/** What the person in front of a controller should know of its clock, if it is wrong. */
export function ControllerNotes({ clock }: Pick<ControllerView, 'clock'>) {
  const t = useT()
  const clockText = useClockText()
  if (!clock?.is_wrong) return null
  return (
    <p className={styles.cardNote} data-tone="warning">
      <IconClockExclamation size={18} stroke={1.6} aria-hidden />
      <span>
        <strong>{clockText(clock.offset_ms)}.</strong> {t('controllers.clock.advice')}
      </span>
    </p>
  )
}
