import type { EnergyView } from '@ohmstead/contract/charts'

/** The part of the energy answers that the charts need. */
export type EnergyBalance = Omit<EnergyView, 'totals' | 'soc'>

/** Sources are above zero, uses below; both in the order they are stacked away from zero. */
export const sourceKeys = ['production', 'battery_discharge', 'grid_import'] as const
export const useKeys = ['home', 'hvac', 'ev', 'battery_charge', 'grid_export'] as const

export type EnergyKey = (typeof sourceKeys)[number] | (typeof useKeys)[number]

export interface EnergySeries {
  key: EnergyKey
  side: 1 | -1
  /** Never negative; NaN is a gap. Wh per bucket, or mean W in the power view. */
  values: Float64Array
}

/** Whether the place has a series; otherwise it is neither drawn nor listed. */
function isPresent(key: EnergyKey, has: EnergyBalance['has']): boolean {
  switch (key) {
    case 'production':
      return has.production
    case 'battery_charge':
    case 'battery_discharge':
      return has.battery
    case 'grid_import':
      return has.grid
    case 'grid_export':
      return has.grid && has.production
    case 'ev':
      return has.ev
    case 'hvac':
      return has.hvac
    case 'home':
      return true
  }
}

/**
 * The stacked series of a balance. `home` is the use of the house besides car and heat. In the power view energy
 * becomes the mean power of its bucket, so that both views have the same sums; of the current bucket, only the
 * part up to `nowMs` counts.
 */
export function buildEnergySeries(
  balance: EnergyBalance,
  view: 'energy' | 'power',
  nowMs = Number.POSITIVE_INFINITY,
  ends = bucketEnds(balance.ts, balance.to),
): EnergySeries[] {
  const factors = view === 'power' ? buildFactors(balance, ends, nowMs) : null
  const build = (key: EnergyKey) =>
    key === 'home' ? buildHome(balance, factors) : readFlow(balance[key], factors)
  return [
    ...sourceKeys
      .filter((key) => isPresent(key, balance.has))
      .map((key) => ({ key, side: 1 as const, values: build(key) })),
    ...useKeys
      .filter((key) => isPresent(key, balance.has))
      .map((key) => ({ key, side: -1 as const, values: build(key) })),
  ]
}

/** A bucket that has just begun has too little data for a power. */
const shortestMs = 60_000

/** The factor from Wh of a bucket to mean W. */
function buildFactors({ ts }: EnergyBalance, ends: Float64Array, nowMs: number): Float64Array {
  const factors = new Float64Array(ts.length)
  for (let i = 0; i < factors.length; i++) {
    const end = ends[i]!
    const lengthMs = Math.min(end, nowMs) - ts[i]!
    factors[i] = lengthMs < shortestMs ? Number.NaN : 3_600_000 / lengthMs
  }
  return factors
}

// Two years of quarter-hours pass through these loops unoptimised: one pass each, and no calls within.
function readFlow(values: readonly (number | null)[], factors: Float64Array | null): Float64Array {
  const out = new Float64Array(values.length)
  if (factors === null) {
    for (let i = 0; i < out.length; i++) out[i] = values[i] ?? Number.NaN
    return out
  }
  for (let i = 0; i < out.length; i++) out[i] = (values[i] ?? Number.NaN) * factors[i]!
  return out
}

function buildHome(
  { consumption, ev, hvac, has }: EnergyBalance,
  factors: Float64Array | null,
): Float64Array {
  const home = readFlow(consumption, factors)
  if (!has.ev && !has.hvac) return home
  for (let i = 0; i < home.length; i++) {
    const part = (ev[i] ?? 0) + (hvac[i] ?? 0)
    const rest = home[i]! - (factors === null ? part : part * factors[i]!)
    home[i] = Math.max(rest, 0)
  }
  return home
}

/** The end of each bucket: the next one's start, for the last one the end of the range. */
export function bucketEnds(ts: ArrayLike<number>, to: number): Float64Array {
  const ends = new Float64Array(ts.length)
  if (ts.length === 0) return ends
  const starts = ts instanceof Float64Array ? ts : new Float64Array(ts)
  ends.set(starts.subarray(1))
  ends[ts.length - 1] = to
  return ends
}

/** Sums over the range; null if nothing at all is known of a series. */
export function sumKnown(values: Float64Array): number | null {
  let sum = 0
  let known = false
  for (const value of values) {
    if (!Number.isNaN(value)) {
      sum += value
      known = true
    }
  }
  return known ? sum : null
}
