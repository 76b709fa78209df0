import type { FeeMonth, MissingReason } from '../calculation-data.ts'

export type NoteKind = MissingReason['kind'] | 'incomplete' | 'lastOldTable' | 'firstNewTable' | 'provisional'

export interface MonthNote {
  kind: NoteKind
  months: string[]
}

/** What a reader must know of the months shown, each reason once with all its months. */
export function collectNotes(months: readonly FeeMonth[]): MonthNote[] {
  const found = new Map<NoteKind, string[]>()
  const add = (kind: NoteKind, month: string) => {
    const own = found.get(kind) ?? []
    if (!own.includes(month)) found.set(kind, [...own, month])
  }
  for (const { month, missing, quality, assumption } of months) {
    for (const { kind } of missing) add(kind, month)
    if (quality && quality.present > 0 && !quality.isComplete) add('incomplete', month)
    else if (quality?.isProvisional && quality.present > 0) add('provisional', month)
    if (assumption) add(assumption, month)
  }
  return [...found].map(([kind, own]) => ({ kind, months: own }))
}
