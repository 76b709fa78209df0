import { sourceKinds } from '@ohmstead/domain/rates/source-kinds'
import type { RateSource } from '../calculation-data.ts'

/** In the order of a bill. */
const kinds = [
  'newSystem',
  'communityEnergy',
  'excessFactor',
  'withoutQuarterHourMetering',
  'oldSystem',
  'supportLevyNew',
  'supportLevyOld',
  'energyLevies',
  'vat',
]

/** `newSystem/2026-03-01/0` is a rate of the kind `newSystem`. */
export const kindOf = (id: string) => id.slice(0, id.indexOf('/'))

/** The rates of each kind, the earliest first. */
export function groupRates(rates: Record<string, { from: string }>): { kind: string; ids: string[] }[] {
  const groups = Map.groupBy(Object.keys(rates), kindOf)
  const placeOf = (kind: string) => (kinds.includes(kind) ? kinds.indexOf(kind) : kinds.length)
  return [...groups]
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([kind, ids]) => ({
      kind,
      ids: ids.sort((a, b) => rates[a]!.from.localeCompare(rates[b]!.from) || a.localeCompare(b)),
    }))
}

/** The most official first, by name among equals. */
export function compareSources(a: RateSource, b: RateSource): number {
  const placeOf = ({ kind }: RateSource) => (kind === null ? sourceKinds.length : sourceKinds.indexOf(kind))
  return (
    placeOf(a) - placeOf(b) ||
    a.title.localeCompare(b.title) ||
    (a.published ?? '').localeCompare(b.published ?? '')
  )
}
