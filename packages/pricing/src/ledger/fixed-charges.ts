import { divideExact, type Exact, multiplyExact, subtractExact, zero } from '@ohmstead/domain/money/exact'
import { milliWhPerKw } from '@ohmstead/network-fee/quarter-hour-series'
import type { GridMonth } from '../local-grid.ts'
import { type Charge, type LineKind, shareOf } from './ledger-model.ts'

/** How much of an amount for the whole month belongs to quarter-hours of it: growth from one instant to another. */
export function grownShare(amount: Exact, month: GridMonth, from: number, to: number): Exact {
  const whole = month.to - month.from
  return subtractExact(shareOf(amount, to - month.from, whole), shareOf(amount, from - month.from, whole))
}

/** A quantity (months or kW) at a price for the whole month, growing by the quarter-hour. */
export function shareCharge(line: LineKind, quantity: Exact, month: GridMonth): Charge {
  const money = multiplyExact(quantity, line.unitPrice!)
  return ({ from, to }, { post }) =>
    post(line, grownShare(quantity, month, from, to), grownShare(money, month, from, to))
}

/** The highest quarter-hours of a month so far, milliwatt-hours, the highest first. */
export interface PeakTracker {
  highest: number[]
}

const mostPeaks = 100
const peakDecimals = 6

/** Follows the peaks through every bucket of the month; `kwOf` gives the mean of the highest few in kW. */
export function trackPeaks(tracker: PeakTracker, milliWh: Float64Array, from: number, to: number): void {
  const { highest } = tracker
  for (let i = from; i < to; i++) {
    const energy = milliWh[i]!
    if (!(energy > (highest.length < mostPeaks ? -1 : highest.at(-1)!))) continue
    let place = highest.length
    while (place > 0 && highest[place - 1]! < energy) place--
    highest.splice(place, 0, energy)
    if (highest.length > mostPeaks) highest.pop()
  }
}

/** The mean of the highest quarter-hours, kW, to six decimals; of all that are known while there are fewer. */
export function peakKw({ highest }: PeakTracker, peaks: number): Exact {
  const count = Math.min(peaks, highest.length)
  if (count === 0) return zero
  const sum = highest.slice(0, count).reduce((all, energy) => all + energy, 0)
  return divideExact(
    { digits: BigInt(sum), scale: 0 },
    { digits: BigInt(count * milliWhPerKw), scale: 0 },
    peakDecimals,
  )
}
