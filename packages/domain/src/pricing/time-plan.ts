import type { DecimalText } from '../money/exact.ts'

/** What a block of a time-of-use plan sets: the supplier's price, the network's price, or the power that may be drawn. */
export const timePlanBlockTypes = ['PRICING_ENERGY', 'PRICING_NETWORK', 'LIMIT_POWER'] as const
export type TimePlanBlockType = (typeof timePlanBlockTypes)[number]

/**
 * A time-of-use plan: in each season the hours of every weekday belong to blocks, and a price list says what a block
 * costs. At every instant exactly one slot of each block type in use applies; `findUncovered` says where not.
 */
export interface TimePlan {
  id: number
  title: string
  /** '#rrggbb' */
  color: string
  /** Whose public holidays it follows; null follows none. */
  countryCode: string | null
  /** The weekday whose slots hold on a public holiday; 8 if holidays have slots of their own, null if they are ordinary days. */
  holidayWeekday: Weekday | typeof publicHoliday | null
  blocks: TimePlanBlock[]
  seasons: TimePlanSeason[]
  slots: TimePlanSlot[]
}

/** 1 Monday to 7 Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

export const minutesPerDay = 1440

/** In the place of a weekday: slots of public holidays. */
export const publicHoliday = 8

export interface TimePlanBlock {
  id: number
  title: string
  color: string
  type: TimePlanBlockType
  /** Proposed price per kWh, or kW for LIMIT_POWER; a price list may set its own price. Null if none is proposed. */
  value: DecimalText | null
  /** Prices beyond a number of kWh in a calendar month, ascending; empty without tiers. */
  tiers: PriceTier[]
}

/** What a kilowatt-hour of a block costs once `aboveKwh` of that block were used in the calendar month. */
export interface PriceTier {
  aboveKwh: number
  value: DecimalText
}

export interface TimePlanSeason {
  id: number
  title: string
  /** 'YYYY-MM-DD'; valid until the next season begins. */
  validFrom: string
  /** Begins again on the same day of every later year. */
  repeatsYearly: boolean
}

/** Minutes of the local day, half-open: 0 to 1440 (24:00). */
export interface TimePlanSlot {
  id: number
  seasonId: number
  blockId: number
  weekday: Weekday | typeof publicHoliday
  fromMinute: number
  toMinute: number
}
