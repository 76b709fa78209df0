import { type SharingKey, shareDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import { SharingError } from './sharing-error.ts'
import { digitsOfShare, type MemberRows } from './sharing-month.ts'
import { multiplyDivide, splitWhole } from './split-whole.ts'

/** How a key allots a quarter-hour to the receivers, by their places. */
export interface KeyWeights {
  /** Whether the key could allot something to a receiver. */
  isConcerned: (at: number) => boolean
  setActive: (at: number, isActive: boolean) => void
  /** Whole milliwatt-hours of a pool; `needed` is known of all that are active. */
  allot: (pool: number, needed: Float64Array, i: number, allotted: Float64Array) => void
}

const scale = 10 ** shareDecimals

/** A key prepared for the receivers of a month; `worth` is by receiver and quarter-hour. */
export function keyWeights(
  key: SharingKey | null,
  receivers: readonly MemberRows[],
  worth: readonly (Float64Array | null)[],
): KeyWeights {
  const active = new Uint8Array(receivers.length)
  const setActive = (at: number, isActive: boolean) => {
    active[at] = Number(isActive)
  }
  if (key?.kind === 'static') {
    checkShares(key.shares)
    const digits = receivers.map(({ member }) => digitsOfShare(key.shares[member.id] ?? '0'))
    return { setActive, isConcerned: (at) => digits[at]! > 0, allot: allotStatic(digits, active) }
  }
  const allot = key?.kind === 'optimal' ? allotByWorth(worth, active) : allotByUse(active)
  return { setActive, isConcerned: () => true, allot }
}

/** Shares of a key, of members of any time, sum to exactly 1. */
function checkShares(shares: Readonly<Record<string, string>>): void {
  const sum = Object.values(shares).reduce((all, share) => all + digitsOfShare(share), 0)
  if (sum !== scale) throw new SharingError('shares_do_not_sum', { sum: String(sum / scale) })
}

/** Shares of those who take part; a share of somebody who does not stays with the senders. */
function allotStatic(digits: readonly number[], active: Uint8Array): KeyWeights['allot'] {
  const weights = new Float64Array(digits.length)
  return (pool, _, __, allotted) => {
    let sum = 0
    for (let at = 0; at < weights.length; at++) {
      weights[at] = active[at] ? digits[at]! : 0
      sum += weights[at]!
    }
    splitWhole(multiplyDivide(pool, sum, scale), weights, allotted)
  }
}

/** In proportion to need; in equal parts if nobody needs anything, since it is given away all the same. */
function allotByUse(active: Uint8Array): KeyWeights['allot'] {
  const equal = new Float64Array(active.length)
  return (pool, needed, _, allotted) => {
    if (needed.some((energy) => energy > 0)) return splitWhole(pool, needed, allotted)
    equal.set(active)
    splitWhole(pool, equal, allotted)
  }
}

/** Need by need to whom it is worth most; what nobody needs goes to the first. An unknown worth comes last. */
function allotByWorth(worth: readonly (Float64Array | null)[], active: Uint8Array): KeyWeights['allot'] {
  const own = new Float64Array(active.length)
  const order = Array.from(active, (_, at) => at)
  let isSorted = false
  return (pool, needed, i, allotted) => {
    let need = 0
    for (let at = 0; at < own.length; at++) {
      const known = worth[at]?.[i] ?? Number.NaN
      const value = Number.isNaN(known) ? lowest : known
      if (value !== own[at]) isSorted = false
      own[at] = value
      need += needed[at]!
    }
    if (pool >= need) {
      allotted.set(needed)
      const first = active.indexOf(1)
      if (first >= 0) allotted[first]! += pool - need
      return
    }
    // Whose price is dearest changes by the hour at most.
    if (!isSorted) order.sort((a, b) => own[b]! - own[a]! || a - b)
    isSorted = true
    let rest = pool
    allotted.fill(0)
    for (const at of order) {
      allotted[at] = Math.min(rest, needed[at]!)
      rest -= allotted[at]!
    }
  }
}

const lowest = -Number.MAX_VALUE
