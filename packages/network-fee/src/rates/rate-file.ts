import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { RateKind } from '@ohmstead/domain/rates/rate-kinds'
import type { CommunityCase } from '@ohmstead/domain/sharing/sharing-terms'
import type { OldSystemGroup } from '../systems/old-system-group.ts'
import type { RateNote } from './rate-note.ts'
import type { UserGroup } from './user-group.ts'

/** What every dated entry has. `to` is its last day ('YYYY-MM-DD'), null while no end is known. */
export interface Dated {
  to: string | null
  confidence: Confidence
  /** What sets it, if known: keys of `rates/acts.json`. */
  acts: string[]
  /** What it was taken from: keys of `rates/sources.json`. */
  sources: string[]
  /** Notes for readers. */
  notes: RateNote[]
  /** Notes for maintainers of the files; nobody else sees them. */
  remark: string | null
}

/** Work-free days besides Saturdays and Sundays. `fixed` are 'MM-DD', `oneOff` whole dates. */
export interface WorkFreeDays extends Dated {
  fixed: string[]
  easterMonday: boolean
  oneOff: string[]
}

/** The time block (1 to 5) of each of the 24 hours of a local day. */
export interface Calendar extends Dated {
  highSeasonMonths: number[]
  hours: {
    highSeasonWorkday: number[]
    highSeasonDayOff: number[]
    lowSeasonWorkday: number[]
    lowSeasonDayOff: number[]
  }
}

/** Rates of blocks 1 to 5, EUR per kW and month and EUR per kWh, without VAT; null if none was found. */
export interface NewSystemRates extends Dated {
  userGroup: UserGroup
  consumers: 'all' | 'household' | 'nonHousehold'
  powerEurPerKw: number[] | null
  energyEurPerKwh: number[] | null
  /** The transmission operator's share of the sums above, if known. */
  transmission?: { powerEurPerKw: number[]; energyEurPerKwh: number[] }
}

/**
 * Energy shared inside a self-supply community, EUR per kWh in blocks 1 to 5, without VAT: it pays the transmission part
 * and the reduced distribution part of the community's characteristic connection case.
 */
export interface CommunityEnergyRates extends Dated {
  userGroup: UserGroup
  transmissionEurPerKwh: number[]
  distributionEurPerKwh: Record<CommunityCase, number[]>
}

export interface RatesWithoutQuarterHourMetering extends Dated {
  userGroup: UserGroup
  connectionShares: { phases: number; maxConnectionKw: number; share: number }[]
  powerEurPerKw: number | null
  energyEurPerKwh: { vt: number | null; mt: number | null; et: number | null }
}

export interface ExcessFactor extends Dated {
  value: number
}

/** Users who are only informed of excess power: those who kept the operator's agreed power, up to this connection power. */
export interface ExcessChargeRule extends Dated {
  /** kW; null means no limit. */
  informativeIfSetByOperatorUpToKw: number | null
  neverChargedForHouseholds: boolean
}

export interface MinimumAgreedPower extends Dated {
  rules: {
    /** 1 or 3; null fits both. */
    phases: number | null
    aboveConnectionKw: number | null
    maxConnectionKw: number | null
    /** Share of the connection power. */
    share: number
    floorKw: number | null
  }[]
}

/** How the operator sets the agreed power of a user who does not. */
export interface OperatorDefaultRule extends Dated {
  smallUpToKw: number
  /** The mean of this many highest quarter-hours per block of the last high season, for small connections. */
  smallPeaks: number
  /** With fewer valid readings in block 1 the user counts as new. */
  minimumValidShare: number
}

export interface FuseTable extends Dated {
  rows: {
    phases: number
    ampere: number
    connectionKw: number
    householdBillingKw: number
    otherBillingKw: number
  }[]
}

/** Old system: EUR per kW and month, EUR per kWh in high, low and single tariff. */
export interface OldSystemRates extends Dated {
  groups: Partial<Record<OldSystemGroup, OldGroupRates>>
}

export interface OldGroupRates {
  powerEurPerKw: number
  vt: number
  mt: number
  et: number | null
}

/** The peak-load hours of the transmission system: from (inclusive) and to (exclusive) for each month, local time. */
export interface PeakLoadHours extends Dated {
  fromToByMonth: number[][]
}

export interface EnergyLevy extends Dated {
  levy: 'marketOperator' | 'energyEfficiency' | 'excise'
  /** `classIv` is for use above 10,000 MWh a year. */
  eurPerKwh: { all: number; classIv?: number }
}

/** The levy for renewable sources and cogeneration (OVE + SPTE), EUR per kW and month. */
export interface SupportLevyOld extends Dated {
  eurPerKw: Record<OldSystemGroup, number>
}

export type SupportLevyClass =
  | 'household'
  | 'group0Small'
  | 'group0Measured'
  | 'group1'
  | 'group2'
  | 'group3'
  | 'group4'

export interface SupportLevyNew extends Dated {
  eurPerKw: Record<SupportLevyClass, number | null>
  /** More certain than the other classes. */
  householdConfidence: Confidence
}

export interface ValueAddedTax extends Dated {
  rate: number
}

/** What a file may contain, by kind. */
export interface RateKinds {
  workFreeDays: WorkFreeDays
  calendar: Calendar
  newSystem: NewSystemRates
  communityEnergy: CommunityEnergyRates
  withoutQuarterHourMetering: RatesWithoutQuarterHourMetering
  excessFactor: ExcessFactor
  excessCharge: ExcessChargeRule
  minimumAgreedPower: MinimumAgreedPower
  operatorDefault: OperatorDefaultRule
  fuses: FuseTable
  oldSystem: OldSystemRates
  peakLoadHours: PeakLoadHours
  energyLevies: EnergyLevy
  supportLevyOld: SupportLevyOld
  supportLevyNew: SupportLevyNew
  vat: ValueAddedTax
}

/** One file `rates/<from>.json`: everything that begins on that day, the first of a month. */
export type RateFile = { from: string } & { [Kind in RateKind]?: RateKinds[Kind][] }
