import { useLingui } from '@lingui/react'
import { formatNoteValues } from '@ohmstead/network-fee/rates/rate-note'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { type MessageKey, useT } from '../../../shared/i18n/use-t.ts'
import type { RateNote } from '../calculation-data.ts'

/** Notes on a rate, in sentences. */
export function RateNotes({ notes }: { notes: readonly RateNote[] }) {
  const t = useT()
  const { i18n } = useLingui()
  const tag = formatTag(i18n.locale)
  return notes
    .map((note) => t(`calculations.rate_note.${note.key}` as MessageKey, formatNoteValues(note, tag)))
    .join(' ')
}
