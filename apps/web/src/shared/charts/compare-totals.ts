import type { PlaceEnergy } from './chart-place.ts'

export const totalKeys = [
  'production',
  'consumption',
  'grid_import',
  'grid_export',
  'battery_charge',
  'battery_discharge',
  'ev',
  'hvac',
] as const
export type TotalKey = (typeof totalKeys)[number]

/** Both periods' sums of one flow, over the buckets that both know. */
export interface ComparedTotal {
  own: number
  other: number
}

/**
 * The totals of two periods where both are known, so that half a month is never compared with a whole one. Null
 * without a common bucket.
 */
export function compareTotals(
  energy: Pick<PlaceEnergy, TotalKey>,
  other: Pick<PlaceEnergy, TotalKey>,
  aligned: Int32Array,
  /** The current bucket: compared with a complete one it would look like a saving. */
  ongoing = -1,
): Record<TotalKey, ComparedTotal | null> {
  const entries = totalKeys.map((key) => {
    let own = 0
    let then = 0
    let isKnown = false
    for (let i = 0; i < aligned.length; i++) {
      if (i === ongoing) continue
      const a = energy[key][i]
      const b = other[key][aligned[i]!]
      if (a === null || a === undefined || b === null || b === undefined) continue
      own += a
      then += b
      isKnown = true
    }
    return [key, isKnown ? { own, other: then } : null] as const
  })
  return Object.fromEntries(entries) as Record<TotalKey, ComparedTotal | null>
}

/** Whether anything at all is known of a period. */
export function hasReadings(energy: Pick<PlaceEnergy, TotalKey>): boolean {
  return totalKeys.some((key) => energy[key].some((value) => value !== null))
}
