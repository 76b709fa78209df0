import type { DayReadings } from './day-readings.ts'
import { markSuspectZeros } from './suspect-zeros.ts'

/**
 * Merges a day with a newer answer of the portal: the newer one wins, except that a missing reading replaces no known
 * one, and a suspect zero no measured one. A file (`fills`) only adds what is missing, estimated or suspect.
 */
export function mergeDay(
  known: DayReadings | undefined,
  newer: DayReadings,
  how: 'replaces' | 'fills' = 'replaces',
): DayReadings {
  if (!known || known.quality.length !== newer.quality.length) return newer
  const keeps = [...newer.quality].map((state, at) => {
    const before = known.quality[at]!
    if (state === 'm') return before !== 'm'
    if (state === 'z') return before === '.' || before === 'e'
    return how === 'fills' && before === '.'
  })
  const choose = (before: Energies | null, after: Energies | null) =>
    (before ?? after)?.map((_, at) => {
      const [first, second] = keeps[at] ? [before, after] : [after, before]
      return first?.[at] ?? second?.[at] ?? null
    }) ?? null
  return markSuspectZeros({
    day: newer.day,
    imports: choose(known.imports, newer.imports)!,
    exports: choose(known.exports, newer.exports),
    quality: [...newer.quality].map((state, at) => (keeps[at] ? known.quality[at]! : state)).join(''),
  })
}

type Energies = readonly (number | null)[]

export function isSameDay(a: DayReadings, b: DayReadings): boolean {
  return a.quality === b.quality && isSame(a.imports, b.imports) && isSame(a.exports, b.exports)
}

const isSame = (a: readonly (number | null)[] | null, b: readonly (number | null)[] | null) =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((value, at) => value === b[at]))
