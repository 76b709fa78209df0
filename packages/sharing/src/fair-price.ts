import { sharePriceDecimals } from '@ohmstead/domain/sharing/sharing-terms'

/** What a member has at stake: its benefit at a price is `gain` − price × `boughtKwh`. */
export interface Stake {
  memberId: string
  /** Without payments between members; null if unknown. */
  gain: number | null
  /** Received less sold on; negative of a sender. */
  boughtKwh: number
}

type KnownStake = Stake & { gain: number }

export interface FairPrice {
  /** A decimal text, not below zero. */
  perKwh: string
  /** Who would lose at this price; empty if it suits all. */
  leaving: string[]
}

/**
 * A price that suits all: the middle of what receivers can pay and senders need. If there is none, the price at which most
 * energy is still traded, and who has to be left out at it.
 */
export function findFairPrice(stakes: readonly Stake[]): FairPrice {
  const unknown = stakes.filter(({ gain }) => gain === null)
  if (unknown.length > 0) return { perKwh: '0', leaving: unknown.map(({ memberId }) => memberId) }
  const own = stakes as readonly KnownStake[]
  const hopeless = own.filter(({ gain, boughtKwh }) => gain < 0 && boughtKwh >= 0)
  if (hopeless.length > 0) return { perKwh: '0', leaving: worst(hopeless, 0, own.length) }
  const limit = ({ gain, boughtKwh }: KnownStake) => gain / boughtKwh
  const low = Math.max(0, ...own.filter(({ boughtKwh }) => boughtKwh < 0).map(limit))
  const high = Math.min(...own.filter(({ boughtKwh }) => boughtKwh > 0).map(limit))
  if (low <= high) return { perKwh: roundInside(low, Number.isFinite(high) ? high : low), leaving: [] }
  const prices = own
    .filter(({ boughtKwh }) => boughtKwh !== 0)
    .map(limit)
    .filter((price) => price >= 0)
  const ranked = prices.map((price) => ({ price, traded: tradedAt(own, price) }))
  ranked.sort((a, b) => b.traded - a.traded || a.price - b.price)
  const { price } = ranked[0]!
  const losing = own.filter((stake) => !suits(stake, price))
  return { perKwh: price.toFixed(sharePriceDecimals), leaving: worst(losing, price, own.length) }
}

/** In small groups one after the other, since what one leaves may make another gain; in large ones all at once. */
function worst(losing: readonly KnownStake[], price: number, members: number): string[] {
  if (members > mostTriedSingly) return losing.map(({ memberId }) => memberId)
  const ranked = losing.toSorted((a, b) => benefitAt(a, price) - benefitAt(b, price))
  return [ranked[0]!.memberId]
}

const mostTriedSingly = 12

const benefitAt = ({ gain, boughtKwh }: KnownStake, price: number) => gain - price * boughtKwh

/** A hair of slack: the price itself is the limit of one of them. */
const suits = (stake: KnownStake, price: number) => benefitAt(stake, price) >= -1e-9

/** What both sides agree to trade at a price. */
function tradedAt(stakes: readonly KnownStake[], price: number): number {
  const suited = stakes.filter((stake) => suits(stake, price))
  const sum = (sign: 1 | -1) =>
    suited.reduce((total, { boughtKwh }) => total + Math.max(0, sign * boughtKwh), 0)
  return Math.min(sum(1), sum(-1))
}

/** The middle with as few decimals as still lie between the two. */
function roundInside(low: number, high: number): string {
  const middle = (low + high) / 2
  for (let decimals = 2; decimals < sharePriceDecimals; decimals++) {
    const rounded = Number(middle.toFixed(decimals))
    const margin = (high - low) / 4
    if (rounded >= low + margin && rounded <= high - margin) return middle.toFixed(decimals)
  }
  return middle.toFixed(sharePriceDecimals)
}
