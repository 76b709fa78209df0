import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { RateKind } from '@ohmstead/domain/rates/rate-kinds'
import type { Money } from '../exact-amount.ts'
import type { MonthQuality } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import type { RateNote } from '../rates/rate-note.ts'
import type { FeeLine, FeePart } from './fee-line.ts'

/** Why a figure of a month is null. */
export type MissingReason =
  /** No rate is known for the period: no tariff exists for it here, and none is guessed. */
  | { kind: 'noTariff'; rate: RateKind; notes: RateNote[] }
  | { kind: 'noReadings' }
  /** The range covers only part of the month, and power is billed by the month. */
  | { kind: 'partOfMonth' }
  /** The old group cannot be determined (operating hours or connection power unknown). */
  | { kind: 'oldGroupUnknown' }
  | { kind: 'billingPowerUnknown' }
  | { kind: 'agreedPowerUnknown' }
  | { kind: 'energyPriceMissing' }

/** Where the billed powers of a month come from. */
export type PowerOrigin = 'operator' | 'user' | 'monthMaximum' | 'optimised' | 'custom' | 'connectionShare'

/** Excess power of one block; `totalCost` is its cost if charged. */
export interface ExcessBlock {
  occurrences: number
  value: { amount: number; unit: 'kW' }
  totalCost: Money | null
  /** Without estimated readings. */
  measured: { occurrences: number; value: { amount: number; unit: 'kW' } }
  line: FeeLine | null
}

export type BlockKey = `block${1 | 2 | 3 | 4 | 5}`

/** Null for blocks that do not occur in the month or have no reading. */
export interface ExcessivePowerBlocks extends Record<BlockKey, ExcessBlock | null> {
  total: { occurrences: number; totalCost: Money | null }
  /** False: the operator reports it and does not charge it; it is not in `totalCost` of the month. */
  isCharged: boolean
}

/** One month under one system, EUR without VAT. A figure is null if it is unknown; `missing` says why. */
export interface SystemMonth {
  month: string
  firstDay: string
  /** Supply at the given prices; also null without given prices. */
  energy: FeePart | null
  networkEnergy: FeePart | null
  /** Agreed (or billed) power, without excess. */
  networkPower: FeePart | null
  /** Null in the old system and without quarter-hour metering. */
  excessivePowerBlocks: ExcessivePowerBlocks | null
  /** Energy (if requested) + network energy + network power + charged excess. */
  totalCost: Money | null
  levies: FeePart | null
  vat: FeePart | null
  /** `totalCost` with the requested levies and tax. */
  grandTotal: Money | null
  powersKw: BlockPowers | null
  powerOrigin: PowerOrigin | null
  /** The least certain rate in any line. */
  confidence: Confidence | null
  /** Set if a table is used outside its time, on request. */
  assumption: 'firstNewTable' | 'lastOldTable' | null
  missing: MissingReason[]
  /** Null without quarter-hour metering. */
  quality: MonthQuality | null
}

/** The months of a system by key, like `mar-2024`. */
export type SystemMonths = Record<string, SystemMonth>

/**
 * The sum over the whole months of a system. A figure is null as soon as one of them lacks it, and if there is none: a
 * part never stands for the whole.
 */
export interface SystemTotal {
  months: number
  /** Months only partly covered by the range; they are in no sum. */
  partsOfMonths: string[]
  monthsWithoutResult: string[]
  energy: Money | null
  networkEnergy: Money | null
  networkPower: Money | null
  chargedExcess: Money | null
  totalCost: Money | null
  levies: Money | null
  vat: Money | null
  grandTotal: Money | null
  confidence: Confidence | null
}

export function emptyMonth(
  { key, firstDay }: { key: string; firstDay: string },
  quality: MonthQuality | null,
): SystemMonth {
  return {
    month: key,
    firstDay,
    energy: null,
    networkEnergy: null,
    networkPower: null,
    excessivePowerBlocks: null,
    totalCost: null,
    levies: null,
    vat: null,
    grandTotal: null,
    powersKw: null,
    powerOrigin: null,
    confidence: null,
    assumption: null,
    missing: [],
    quality,
  }
}
