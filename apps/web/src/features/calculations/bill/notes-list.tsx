import { useLingui } from '@lingui/react'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { FeeMonth } from '../calculation-data.ts'
import { RateNotes } from '../rates/rate-notes.tsx'
import styles from './bill.module.css'
import { formatMonthName } from './month-name.ts'
import { collectNotes } from './month-notes.ts'

const namedMonths = 4

/** Gaps, missing tariffs and assumptions of the shown months. */
export function NotesList({ months }: { months: readonly FeeMonth[] }) {
  const t = useT()
  const { i18n } = useLingui()
  const notes = collectNotes(months)
  if (notes.length === 0) return null
  const list = new Intl.ListFormat(formatTag(i18n.locale), { type: 'conjunction' })
  const name = (keys: readonly string[]) => {
    if (keys.length === months.length && keys.length > 1) return t('calculations.note.all_months')
    const short = (key: string) => formatMonthName(key, i18n.locale, 'short')
    if (keys.length <= namedMonths) return list.format(keys.map(short))
    return t('calculations.note.months_between', {
      count: keys.length,
      from: short(keys[0]!),
      to: short(keys.at(-1)!),
    })
  }
  return (
    <ul className={styles.notes}>
      {notes.map(({ kind, months: keys, reasons }) => (
        <li key={kind}>
          <strong>{name(keys)}:</strong> {t(`calculations.note.${kind}`)} <RateNotes notes={reasons} />
        </li>
      ))}
    </ul>
  )
}
