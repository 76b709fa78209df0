import { type RateKind, rateKinds } from '@ohmstead/domain/rates/rate-kinds'
import type { RateFile, RateKinds } from './rate-file.ts'

/** A dated entry with its first day and a key by which lines refer to it. */
export type RateEntry<Kind extends RateKind> = RateKinds[Kind] & { from: string; id: string }

/** All rates, factors, minimums and calendars, by kind, in the order of their first day. */
export type RateBook = { [Kind in RateKind]: RateEntry<Kind>[] }

/**
 * Joins dated files into one book. If two entries of a kind apply on the same day and fit equally, the later file
 * wins: an administrator's own file, after the published ones, fills what is missing there.
 */
export function createRateBook(files: RateFile[]): RateBook {
  return Object.fromEntries(rateKinds.map((kind) => [kind, entriesOf(files, kind)])) as unknown as RateBook
}

function entriesOf<Kind extends RateKind>(files: RateFile[], kind: Kind): RateEntry<Kind>[] {
  return files.flatMap((file) => {
    const entries = (file[kind] ?? []) as RateKinds[Kind][]
    return entries.map((entry, place) => ({ ...entry, from: file.from, id: `${kind}/${file.from}/${place}` }))
  })
}

/** The entry in force on a day ('YYYY-MM-DD') among those that `fits` accepts; null if there is none. */
export function findRate<Kind extends RateKind>(
  entries: RateEntry<Kind>[],
  day: string,
  fits: (entry: RateEntry<Kind>) => boolean = () => true,
): RateEntry<Kind> | null {
  return entries.findLast((entry) => isInForce(entry, day) && fits(entry)) ?? null
}

function isInForce(entry: { from: string; to: string | null }, day: string): boolean {
  return entry.from <= day && (entry.to === null || day <= entry.to)
}
