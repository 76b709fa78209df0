import { useFormat } from '../i18n/use-format.ts'
import { type MessageKey, useT } from '../i18n/use-t.ts'
import type { CaseBase } from './build-case.ts'
import styles from './case-notes.module.css'
import type { CaseQuality } from './load-case.ts'

interface CaseNotesProps {
  quality: CaseQuality
  monthsKnown: number
  base: CaseBase
  /** Further notes of the page. */
  own?: readonly MessageKey[]
}

/** The basis of the answer and its gaps: nothing if all is complete. */
export function CaseNotes({ quality, monthsKnown, base, own = [] }: CaseNotesProps) {
  const t = useT()
  const format = useFormat()
  const notes = [
    base.hasAssumedPrices && t('what_if.note.prices'),
    monthsKnown < 12 && t('what_if.note.months', { count: monthsKnown }),
    quality.filled > 0 &&
      t('what_if.note.filled', { share: format.percent(quality.filled / quality.intervals) }),
    quality.estimated > 0 && t('what_if.note.estimated', { count: quality.estimated }),
    quality.monthsWithoutTariff.length > 0 &&
      t('what_if.note.no_tariff', { count: quality.monthsWithoutTariff.length }),
    !quality.hasPowerPart && t('what_if.note.no_power'),
    ...own.map((key) => t(key)),
  ].filter((note) => typeof note === 'string')
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label={t('what_if.note.label')}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
