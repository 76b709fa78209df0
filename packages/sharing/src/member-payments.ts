import { addExact, type Exact, roundExact, zero } from '@ohmstead/domain/money/exact'
import { sharePriceDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import { createExactSum, type ExactSum } from '@ohmstead/pricing/exact-sum'
import { type AllocatedMonth, intervalState } from './allocate-intervals.ts'
import type { SharePriceAt } from './share-prices.ts'
import { splitWhole } from './split-whole.ts'

/** What members owe one another for a month, in the order of its rows. */
export interface MemberPayments {
  /** Unrounded, of the quarter-hours whose price is known; both have the same sum. */
  paid: Exact[]
  earned: Exact[]
  /** Rounded to the minor unit: both add up to the same amount. */
  paidRounded: Exact[]
  earnedRounded: Exact[]
  /** Energy received or given for which no price is known, milliwatt-hours. */
  unknownPaidMilliWh: number[]
  unknownEarnedMilliWh: number[]
}

/** mWh × millionths per kWh. */
const moneyScale = 6 + sharePriceDecimals

/**
 * Receivers pay for what they received; senders earn it in proportion to what they gave in the quarter-hour, split to the
 * last digit. What was allotted and not used costs nobody anything, and brings nothing.
 */
export function payMembers(
  { givenMilliWh, receivedMilliWh, state }: AllocatedMonth,
  priceAt: SharePriceAt,
  decimals: number,
): MemberPayments {
  const count = givenMilliWh.length
  const sums = () => Array.from({ length: count }, createExactSum)
  const [paid, earned] = [sums(), sums()]
  const unknown = { paid: new Float64Array(count), earned: new Float64Array(count) }
  const [money, weights, parts] = [0, 1, 2].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== intervalState.settled) continue
    let [total, isKnown, hasReceived] = [0, true, false]
    for (let at = 0; at < count; at++) {
      money[at] = 0
      const received = receivedMilliWh[at]![i]!
      if (received === 0) continue
      hasReceived = true
      const price = priceAt(at, i)
      if (Number.isNaN(price)) {
        isKnown = false
        unknown.paid[at]! += received
        continue
      }
      paid[at]!.add(received, price)
      money[at] = received * price
      total += money[at]!
    }
    if (!hasReceived) continue
    for (let at = 0; at < count; at++) weights[at] = givenMilliWh[at]![i]!
    if (!isKnown) for (let at = 0; at < count; at++) unknown.earned[at]! += weights[at]!
    if (total === 0) continue
    if (Number.isSafeInteger(total)) earn(total, weights, parts, earned)
    else
      earnSingly(
        (at) => receivedMilliWh[at]![i]!,
        (at) => priceAt(at, i),
        weights,
        parts,
        earned,
      )
  }
  return close(paid, earned, unknown, decimals)
}

function earn(total: number, weights: Float64Array, parts: Float64Array, earned: ExactSum[]): void {
  splitWhole(total, weights, parts)
  for (let at = 0; at < parts.length; at++) if (parts[at] !== 0) earned[at]!.add(parts[at]!, 1)
}

/** The same of sums beyond binary numbers, which only absurd readings come to: each payment is split by itself. */
function earnSingly(
  received: (at: number) => number,
  priceAt: (at: number) => number,
  weights: Float64Array,
  parts: Float64Array,
  earned: ExactSum[],
): void {
  weights.forEach((_, payer) => {
    const price = priceAt(payer)
    if (received(payer) === 0 || Number.isNaN(price)) return
    splitWhole(received(payer), weights, parts)
    for (let at = 0; at < parts.length; at++) if (parts[at] !== 0) earned[at]!.add(parts[at]!, price)
  })
}

function close(
  paidSums: ExactSum[],
  earnedSums: ExactSum[],
  unknown: { paid: Float64Array; earned: Float64Array },
  decimals: number,
): MemberPayments {
  const total = (sum: ExactSum) => sum.value(moneyScale)
  const [paid, earned] = [paidSums.map(total), earnedSums.map(total)]
  return {
    paid,
    earned,
    paidRounded: roundTogether(paid, decimals),
    earnedRounded: roundTogether(earned, decimals),
    unknownPaidMilliWh: [...unknown.paid],
    unknownEarnedMilliWh: [...unknown.earned],
  }
}

/** Rounds amounts so that they add up to their rounded sum: down first, then up by the largest rests, ties by place. */
export function roundTogether(amounts: readonly Exact[], decimals: number): Exact[] {
  const scale = Math.max(decimals, ...amounts.map((amount) => amount.scale))
  const unit = 10n ** BigInt(scale - decimals)
  const digits = amounts.map((amount) => amount.digits * 10n ** BigInt(scale - amount.scale))
  const rests = digits.map((own) => ((own % unit) + unit) % unit)
  const rounded = digits.map((own, place) => (own - rests[place]!) / unit)
  const total = roundExact(amounts.reduce(addExact, zero), decimals).digits
  const left = Number(total - rounded.reduce((sum, one) => sum + one, 0n))
  const order = rests
    .map((rest, place) => ({ rest, place }))
    .sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
  for (const { place } of order.slice(0, left)) rounded[place]! += 1n
  return rounded.map((own) => ({ digits: own, scale: decimals }))
}
