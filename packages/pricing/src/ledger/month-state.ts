import { type Exact, multiplyExact, subtractExact, zero } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { EnergyClass } from '../energy-classes.ts'
import type { GridMonth, LocalGrid } from '../local-grid.ts'
import type { ExchangeRate } from '../pricing-world.ts'
import type { RestEnergies } from '../shared-energies.ts'
import type { WorldLookup } from '../world-lookup.ts'
import { type PeakTracker, peakKw, trackPeaks } from './fixed-charges.ts'
import type { Charge, LineKind } from './ledger-model.ts'
import type { Grown, PublishedMonth } from './published-month.ts'
import { emptySpotMonth, type SpotMonth } from './spot-charge.ts'

/** Energies laid on the grid, and what of them the supplier bills: whole months, whole milliwatt-hours, NaN where unknown. */
export type GridEnergies = QuarterHourSeries & RestEnergies

/** A month while its buckets are worked through in order. */
export interface MonthState {
  lookup: WorldLookup
  grid: LocalGrid
  month: GridMonth
  energies: GridEnergies
  currency: CurrencyCode
  published: PublishedMonth | null
  /** What the published lines grew by in the current bucket, in their order. */
  publishedGrowth: Grown[]
  peaks: PeakTracker
  /** What charges of the current segment are converted at. */
  exchanges: ExchangeRate[]
  /** The peaks before the current bucket. */
  peaksBefore: PeakTracker
  /** What each class of energy has used, and what each spot price has cost, by list and purpose. */
  used: Map<string, Float64Array>
  spot: Map<string, SpotMonth>
  /** How far power that is not agreed was charged, by line. */
  measured: Map<string, MeasuredPower>
}

interface MeasuredPower {
  quarterHours: number
  kw: Exact
}

/** What each class has used since the month began, mWh; a purpose counts by itself, and goes on while its classes are named alike. */
export function usedOf(
  { used }: Pick<MonthState, 'used'>,
  purpose: string,
  classes: EnergyClass[],
): Float64Array {
  const key = [purpose, ...classes.map(({ name }) => name)].join('/')
  const known = used.get(key) ?? new Float64Array(classes.length)
  used.set(key, known)
  return known
}

/** The sums of a spot price since the month began, to be added to. */
export function spotMonthOf({ spot }: MonthState, key: string): SpotMonth {
  const known = spot.get(key) ?? emptySpotMonth()
  spot.set(key, known)
  return known
}

/** The highest powers of the month so far, to be added to. */
export function measuredOf({ measured }: MonthState, key: string): MeasuredPower {
  const known = measured.get(key) ?? { quarterHours: 0, kw: zero }
  measured.set(key, known)
  return known
}

/** Moves what depends on the month so far to the end of a bucket; its charges are asked afterwards. */
export function advance(state: MonthState, from: number, to: number): void {
  state.peaksBefore = { highest: [...state.peaks.highest] }
  trackPeaks(state.peaks, state.energies.importMilliWh, from, to)
  state.publishedGrowth = state.published?.advance(from, to) ?? []
}

/** Power billed by the mean of the month's highest quarter-hours; it grows when they do. */
export function peakCharge(state: MonthState, line: LineKind, peaks: number): Charge {
  return (_, { post }) => {
    const quantity = subtractExact(peakKw(state.peaks, peaks), peakKw(state.peaksBefore, peaks))
    post(line, quantity, multiplyExact(quantity, line.unitPrice!))
  }
}
