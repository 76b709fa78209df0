import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { MissingPrice } from '@ohmstead/pricing/price-component'

/** What may save: panels, a battery run by the simple rule, and whatever runs the battery otherwise than by that rule. */
export const savingParts = ['solar', 'battery', 'control'] as const
export type SavingPart = (typeof savingParts)[number]
export type PerPart<Value> = Record<SavingPart, Value>

/**
 * The energy balance of a place by the quarter-hour, whole milliwatt-hours, NaN where unknown. A part that a place does not
 * have is null; one that it did not have yet is 0.
 */
export interface BalanceSeries {
  /** Epoch milliseconds of the first quarter-hour's start. */
  firstStartMs: number
  importMilliWh: Float64Array
  exportMilliWh: Float64Array | null
  productionMilliWh: Float64Array | null
  chargeMilliWh: Float64Array | null
  dischargeMilliWh: Float64Array | null
  /** 1 where any of them is estimated. */
  isEstimated: Uint8Array
  /** Between these instants there was a battery. */
  batterySpan: { fromMs: number; toMs: number } | null
}

/** A battery as its readings show it. Energies at the house's side; efficiencies in (0, 1]. */
export interface BatteryFigures {
  capacityKwh: number
  chargeKw: number
  dischargeKw: number
  /** Of charging and discharging together. */
  roundTrip: number
  /** The round trip was not measurable, and is assumed. */
  isRoundTripAssumed: boolean
}

/** Why quarter-hours were left out of every comparison. */
export interface LeftOut {
  /** A meter of the grid, in either direction. */
  grid: number
  solar: number
  battery: number
  /** More was fed in and stored than there was: the readings contradict each other. */
  contradictory: number
}

/** What one set of parts would have cost. */
export interface CoalitionCost {
  parts: SavingPart[]
  /** Null if unknown. */
  cost: DecimalText | null
  /** Worked out by simulating the battery; otherwise from readings alone. */
  isSimulated: boolean
}

/** A month, or a part of it: what its parts saved, to the minor unit; they add up exactly to baseline − actual. */
export interface PeriodSavings {
  fromMs: number
  toMs: number
  currency: CurrencyCode
  /** The same loads without panels, battery and control. */
  baseline: DecimalText | null
  /** As measured. */
  actual: DecimalText | null
  saved: DecimalText | null
  parts: PerPart<DecimalText | null>
  /** Every set of the parts there are. */
  coalitions: CoalitionCost[]
  /** Of stretches within it, to six decimals; empty if no edges were given. */
  buckets: BucketSavings[]
  has: { solar: boolean; battery: boolean }
  figures: BatteryFigures | null
  quarterHours: number
  /** Quarter-hours that nothing was left out of. */
  compared: number
  estimated: number
  leftOut: LeftOut
  /** Fewer than 95 % of the quarter-hours were compared. */
  isProvisional: boolean
  missing: MissingPrice[]
}

export interface BucketSavings {
  baseline: DecimalText | null
  actual: DecimalText | null
  parts: PerPart<DecimalText | null>
}
