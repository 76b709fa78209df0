import type { DecimalText } from '../money/exact.ts'

/** Community self-supply shares production; sharing shares what members feed in. */
export const sharingSchemes = ['selfSupply', 'sharing'] as const
export type SharingScheme = (typeof sharingSchemes)[number]

/** A `producer` is the common plant of self-supply with its own meter. A `both` sends its surplus and receives at other times. */
export const memberRoles = ['producer', 'sender', 'receiver', 'both'] as const
export type MemberRole = (typeof memberRoles)[number]

/** How a member's own production is netted: within the quarter-hour, over the year (old scheme), or it has none. */
export const nettings = ['new', 'yearly', 'none'] as const
export type Netting = (typeof nettings)[number]

/** Amounts a month and metering point, without VAT. */
export interface OrganiserTerms {
  name: string
  senderFeePerMonth: DecimalText
  receiverFeePerMonth: DecimalText
  ownCustomersOnly: boolean
  /** Where the fees were found. */
  source: string
  validFrom: string
}

/** What a receiver pays a sender for a kilowatt-hour that it used; at most `sharePriceDecimals` decimals. */
export type SharePrice =
  | { kind: 'free' }
  | { kind: 'fixed'; perKwh: DecimalText }
  /** Halfway between the receiver's energy price and what senders would have been paid, without taxes. */
  | { kind: 'middle' }
  /** Fixed, and never above the market's price of the quarter-hour (nor below zero). */
  | { kind: 'spotCapped'; perKwh: DecimalText }

/** Prices between members are rounded to so many decimals per kWh, halves away from zero. */
export const sharePriceDecimals = 6

/** How the pool of a quarter-hour is allotted to receivers. */
export type SharingKey =
  /** Shares by member id that sum to exactly 1. */
  | { kind: 'static'; shares: Readonly<Record<string, DecimalText>> }
  /** In proportion to what each still needs in the quarter-hour. */
  | { kind: 'byUse' }
  /** To whom it is worth most in the quarter-hour; ties by member id. */
  | { kind: 'optimal' }

export const sharingKeyKinds = ['static', 'byUse', 'optimal'] as const
export type SharingKeyKind = (typeof sharingKeyKinds)[number]

/** Shares have at most so many decimals. */
export const shareDecimals = 6

/** A key from a day on, until the next one. */
export interface DatedKey {
  /** 'YYYY-MM-DD' */
  validFrom: string
  key: SharingKey
}

/** Characteristic connection cases of community self-supply. */
export const communityCases = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export type CommunityCase = (typeof communityCases)[number]

/** What the sharing of a group follows from, besides its members and keys. */
export interface SharingGroupTerms {
  scheme: SharingScheme
  countryCode: string
  organiser: OrganiserTerms
  priceTerms: SharePrice
  /** Of self-supply only; null while unknown, and always of sharing. */
  communityCase: CommunityCase | null
  /** First day of sharing, 'YYYY-MM-DD'. */
  validFrom: string
}

/** What the sharing of a member follows from, besides its prices and readings. */
export interface SharingMemberTerms {
  id: string
  role: MemberRole
  /** Of what it feeds in, 0 to 1; of a producer 1, of a receiver 0. */
  sharedShare: DecimalText
  /** Inclusive days. */
  validFrom: string
  validTo: string | null
  netting: Netting
}

export const isSending = ({ role }: Pick<SharingMemberTerms, 'role'>): boolean => role !== 'receiver'
export const isReceiving = ({ role }: Pick<SharingMemberTerms, 'role'>): boolean =>
  role === 'receiver' || role === 'both'
