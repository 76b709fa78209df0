import type { FeeMonth, MissingReason, RateNote } from '../calculation-data.ts'

export type NoteKind = MissingReason['kind'] | 'incomplete' | 'lastOldTable' | 'firstNewTable' | 'provisional'

export interface MonthNote {
  kind: NoteKind
  months: string[]
  /** What is known of a missing rate. */
  reasons: RateNote[]
}

/** What a reader must know of the shown months, each reason once with all its months. */
export function collectNotes(months: readonly FeeMonth[]): MonthNote[] {
  const found = new Map<NoteKind, string[]>()
  const reasons = new Map<string, RateNote>()
  const add = (kind: NoteKind, month: string) => {
    const own = found.get(kind) ?? []
    if (!own.includes(month)) found.set(kind, [...own, month])
  }
  for (const { month, missing, quality, assumption } of months) {
    for (const reason of missing) {
      add(reason.kind, month)
      if (reason.kind === 'noTariff') for (const note of reason.notes) reasons.set(note.key, note)
    }
    if (quality && quality.present > 0 && !quality.isComplete) add('incomplete', month)
    else if (quality?.isProvisional && quality.present > 0) add('provisional', month)
    if (assumption) add(assumption, month)
  }
  return [...found].map(([kind, own]) => ({
    kind,
    months: own,
    reasons: kind === 'noTariff' ? [...reasons.values()] : [],
  }))
}
