import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { DatedKey, SharingGroupTerms, SharingMemberTerms } from '@ohmstead/domain/sharing/sharing-terms'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { Bill } from '@ohmstead/pricing/bill-model'
import type { PricingWorld, SpotPrices } from '@ohmstead/pricing/pricing-world'

// Energies are whole milliwatt-hours, money decimal texts of one currency; days and months are local to Slovenia's clock.

/** A member with everything its bill follows from. The series reaches back to the first of the first month asked for. */
export interface SharingMember extends SharingMemberTerms {
  world: PricingWorld
  energies: QuarterHourSeries
}

/** A group with its members, present and past, in any order, and its keys in all versions. */
export interface SharingQuestion {
  group: SharingGroupTerms
  keys: readonly DatedKey[]
  members: readonly SharingMember[]
  /** Market prices of the group's bidding zone, for a price that is capped by them. */
  market?: SpotPrices | null
}

/**
 * What a member's meter and the group come to. `import` = `received` + `supplied`; `feedIn` = `given` + `sold`;
 * `allotted` = `received` + `unused`; `pooled` = `given` + `returned`. Unknown readings count nothing here.
 */
export interface MemberEnergies {
  importMilliWh: number
  feedInMilliWh: number
  /** Put at the group's disposal. */
  pooledMilliWh: number
  /** Came back from the pool to the supplier: of self-supply what nobody used, else what the key allots to nobody. */
  returnedMilliWh: number
  givenMilliWh: number
  allottedMilliWh: number
  receivedMilliWh: number
  unusedMilliWh: number
  /** Bought from the supplier. */
  suppliedMilliWh: number
  /** Sold to the supplier. */
  soldMilliWh: number
}

/** In quarter-hours of the days on which the member takes part. */
export interface SharingQuality {
  intervals: number
  measured: number
  estimated: number
  /** The member's own reading is unknown. */
  missing: number
  /** Nothing was shared, since a reading of some member is unknown. */
  unsettled: number
  /** A quarter-hour is unsettled, or the bill is provisional. */
  isProvisional: boolean
}

export type StatementCaveat =
  /** What is sent leaves the yearly balance: its worth is known when the year is settled. */
  | { kind: 'yearlyNetting'; givenMilliWh: number }
  /** A rate is second-hand. */
  | { kind: 'secondHandRate'; rateId: string }
  | { kind: 'unsettledIntervals'; count: number }
  /** In so many settled quarter-hours the reading of some member was estimated. */
  | { kind: 'estimatedReadings'; count: number }
  /** The member takes part in some days of the month only; the bills are of the whole month. */
  | { kind: 'partOfMonth'; from: string; to: string }
  /** No price of the quarter-hour is known for so much energy that was used: it is not paid for. */
  | { kind: 'priceUnknown'; milliWh: number }

/** Money of a member in a month. Null if a price or reading makes it unknown. */
export interface MemberMoney {
  /** Payable of the bill without and with sharing. */
  alone: DecimalText | null
  shared: DecimalText | null
  /** To and from other members: sums of all members are equal to the minor unit. */
  paid: DecimalText | null
  earned: DecimalText | null
  /** The organiser's, with VAT. */
  fees: { net: DecimalText; vat: DecimalText; gross: DecimalText }
  /** alone − (shared + paid − earned + fees); null if unknown, as of a member that is netted by the year. */
  benefit: DecimalText | null
}

/** What a member is told of a month; the server adds issue, version and fingerprint. */
export interface MemberStatement {
  memberId: string
  /** 'YYYY-MM' */
  month: string
  /** Inclusive days on which the member takes part. */
  from: string
  to: string
  currency: CurrencyCode
  energies: MemberEnergies
  money: MemberMoney
  /** Both of the whole month, line by line. */
  aloneBill: Bill
  sharedBill: Bill
  /** Mean price between members of what was received or sold on; null if nothing was or it is unknown. */
  meanPaidPerKwh: DecimalText | null
  meanEarnedPerKwh: DecimalText | null
  quality: SharingQuality
  caveats: StatementCaveat[]
}

/** Sums of all statements of the month. */
export interface GroupTotals {
  energies: MemberEnergies
  alone: DecimalText | null
  shared: DecimalText | null
  paid: DecimalText | null
  earned: DecimalText | null
  fees: { net: DecimalText; vat: DecimalText; gross: DecimalText }
  benefit: DecimalText | null
}

/** What an auditor adds up: each holds to the milliwatt-hour or the minor unit. */
export interface SettlementCheck {
  kind:
    | 'importIsReceivedAndSupplied'
    | 'feedInIsGivenAndSold'
    | 'allottedIsReceivedAndUnused'
    | 'pooledIsGivenAndReturned'
    | 'givenIsShared'
    | 'paidIsEarned'
  /** kWh or money, as decimal texts. */
  left: DecimalText
  right: DecimalText
  holds: boolean
}

export interface MonthSettlement {
  month: string
  currency: CurrencyCode
  /** In the order of member ids; of the members that take part in the month. */
  statements: MemberStatement[]
  totals: GroupTotals
  checks: SettlementCheck[]
  unsettled: UnsettledSpan[]
}

/** Quarter-hours in which nothing is allotted, and whose readings are unknown. */
export interface UnsettledSpan {
  fromMs: number
  toMs: number
  memberIds: string[]
}
