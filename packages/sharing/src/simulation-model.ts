import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { SharingKey, SharingKeyKind } from '@ohmstead/domain/sharing/sharing-terms'
import type { GroupTotals, MemberEnergies, MemberMoney, SharingQuality } from './sharing-model.ts'

/** What a year's yearly netting lost by what was given away; only of members that are netted by the year. */
export interface YearlyBalance {
  year: number
  /** Left the yearly balance, in the months asked for. */
  givenMilliWh: number
  /** What the year bills, import less feed-in, without and with sharing; null if the year is not known as a whole. */
  billedAloneMilliWh: number | null
  billedSharedMilliWh: number | null
  /** What the network costs more, in EUR without tax, unrounded. The supplier's part is not known. */
  networkCost: DecimalText | null
  /** Why it is null. */
  reason: 'partOfYear' | 'readingsIncomplete' | 'noMeteringPoint' | 'noTariff' | null
}

/** One arrangement of one member over whole months. */
export interface SimulatedMember {
  memberId: string
  energies: MemberEnergies
  money: MemberMoney
  quality: SharingQuality
  /** By the bills; null if unknown. */
  isWorseOff: boolean | null
  /** By year; empty of members that are not netted by the year. */
  yearlyBalances: YearlyBalance[]
}

export interface SimulatedArrangement {
  kind: SharingKeyKind
  /** The shares, of a static key. */
  key: SharingKey
  members: SimulatedMember[]
  totals: GroupTotals
}

/** What past months would have been without sharing and under several keys. */
export interface SharingSimulation {
  /** 'YYYY-MM', inclusive. */
  from: string
  to: string
  currency: CurrencyCode
  arrangements: SimulatedArrangement[]
  unsettledIntervals: number
  intervals: number
}

/** Why a member is left out of what is advised. */
export interface NotGaining {
  memberId: string
  reason: 'worseOff' | 'unknown'
  /** What it would have lost in the last arrangement tried with it, negative; null if unknown. */
  benefit: DecimalText | null
}

/** The key, the price and the members that serve all best, with nobody worse off than alone by the bills. */
export interface SharingAdvice {
  /** Null if no sharing is better than none. */
  arrangement: (SimulatedArrangement & { pricePerKwh: DecimalText }) | null
  memberIds: string[]
  notGaining: NotGaining[]
  /** Of the best static key: total worth of the energy received, and what no static key can exceed; for comparing only. */
  bound: { worth: number; atMost: number; gapShare: number } | null
  /** What each kind of key would bring all members together, best first. */
  compared: { kind: SharingKeyKind; benefit: DecimalText | null }[]
}
