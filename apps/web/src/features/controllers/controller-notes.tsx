import type { ControllerView } from '@ohmstead/contract/controllers'
import { IconClockExclamation, IconInfoCircle } from '@tabler/icons-react'
import { useClockText } from '../../shared/clock-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './controllers-page.module.css'

/** What the person in front of a controller should know: a wrong clock, and meters whose readings are not stored. */
export function ControllerNotes({ clock, mbus_meters }: Pick<ControllerView, 'clock' | 'mbus_meters'>) {
  const t = useT()
  const { locale } = useFormat()
  const clockText = useClockText()
  const names = mbus_meters.map(({ kind, id }) => {
    const name = t(`controllers.mbus.${kind}`)
    return id === null ? name : `${name} (${id})`
  })
  return (
    <>
      {clock?.is_wrong && (
        <p className={styles.cardNote} data-tone="warning">
          <IconClockExclamation size={18} stroke={1.6} aria-hidden />
          <span>
            <strong>{clockText(clock.offset_ms)}.</strong> {t('controllers.clock.advice')}
          </span>
        </p>
      )}
      {names.length > 0 && (
        <p className={styles.cardNote}>
          <IconInfoCircle size={18} stroke={1.6} aria-hidden />
          <span>{t('controllers.mbus.note', { names: new Intl.ListFormat(locale).format(names) })}</span>
        </p>
      )}
    </>
  )
}
