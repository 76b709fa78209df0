import type { CalculationsView } from '@ohmstead/contract/calculations'
import { formatDateText } from '@ohmstead/network-fee/calendar/format-date-text'
import { formatNoteValues } from '@ohmstead/network-fee/rates/rate-note'
import type { Words } from './document-words.ts'

type Rate = CalculationsView['rates'][string]
type Source = CalculationsView['sources'][string]

/** `newSystem/2026-03-01/0` in words; a levy on energy by its own name if its numbers are available. */
export function nameRate(id: string, { t }: Words, figures: Rate['figures'] = []): string {
  const [kind = ''] = id.split('/')
  const levy = kind === 'energyLevies' ? figures[0]?.category : null
  return levy ? t(`calculations.category.${levy}`) : t(`calculations.rate.${kind}`)
}

export function describeRateNotes(notes: Rate['notes'], { t, tag }: Words): string {
  return notes.map((note) => t(`calculations.rate_note.${note.key}`, formatNoteValues(note, tag))).join(' ')
}

/** The acts that set a rate, each with where it was published. */
export function describeActs({ acts }: Rate): string {
  return acts.map(({ title, gazette }) => (gazette ? `${title} (${gazette})` : title)).join('; ')
}

/** The kind of source and when it was published. */
export function describeSource({ kind, published, notes }: Source, { t, tag }: Words): string {
  return [
    kind && t(`calculations.source_kind.${kind}`),
    published && formatDateText(published, tag),
    ...notes.map((note) => t(`calculations.source_note.${note.key}`, formatNoteValues(note, tag))),
  ]
    .filter(Boolean)
    .join(' · ')
}
