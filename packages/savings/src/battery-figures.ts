import type { ComparedQuarters } from './balance-quarters.ts'
import type { BatteryFigures } from './savings-model.ts'

const milliWhPerKwh = 1e6
const quartersPerHour = 4
const quartersPerDay = 96
/** A battery swings between empty and full within a day or so; over longer times errors of its efficiency add up. */
const windowQuarters = 36 * quartersPerHour
const stepQuarters = 6 * quartersPerHour
/** Below this many fillings, what is left in the store hides its losses. */
const leastFillings = 10
const usualRoundTrip = 0.9
const worstRoundTrip = 0.5

/**
 * A battery's figures from what it did: its highest powers, its largest swing within a day and a half, and what came out of
 * what went in. Null if it did nothing. The size is what has been used: it may be larger.
 */
export function inferBattery({ charge, discharge, isCompared }: ComparedQuarters): BatteryFigures | null {
  let [chargedMost, dischargedMost, chargedSum, dischargedSum] = [0, 0, 0, 0]
  for (let i = 0; i < charge.length; i++) {
    if (!isCompared[i]) continue
    chargedMost = Math.max(chargedMost, charge[i]!)
    dischargedMost = Math.max(dischargedMost, discharge[i]!)
    chargedSum += charge[i]!
    dischargedSum += discharge[i]!
  }
  if (chargedSum === 0 || dischargedSum === 0) return null
  const measured = dischargedSum / chargedSum
  const sizeAt = (roundTrip: number) => largestSwing(charge, discharge, Math.sqrt(roundTrip))
  const isPlausible = measured >= worstRoundTrip && measured <= 1
  const isMeasured = isPlausible && dischargedSum >= leastFillings * sizeAt(measured)
  const roundTrip = isMeasured ? measured : usualRoundTrip
  return {
    capacityKwh: sizeAt(roundTrip) / milliWhPerKwh,
    chargeKw: (chargedMost * quartersPerHour) / milliWhPerKwh,
    dischargeKw: (dischargedMost * quartersPerHour) / milliWhPerKwh,
    roundTrip,
    isRoundTripAssumed: !isMeasured,
  }
}

/** Between the lowest and the highest content of any window, mWh of content. */
function largestSwing(charge: Float64Array, discharge: Float64Array, efficiency: number): number {
  let largest = 0
  for (let from = 0; from < charge.length; from += stepQuarters) {
    let [content, lowest, highest] = [0, 0, 0]
    for (let i = from; i < Math.min(from + windowQuarters, charge.length); i++) {
      content += charge[i]! * efficiency - discharge[i]! / efficiency
      lowest = Math.min(lowest, content)
      highest = Math.max(highest, content)
    }
    largest = Math.max(largest, highest - lowest)
  }
  return largest
}

/** How full a battery is likely to be at a quarter-hour: its content since the last time it was empty or full. */
export function contentAt(
  { charge, discharge }: Pick<ComparedQuarters, 'charge' | 'discharge'>,
  figures: BatteryFigures,
  place: number,
): number {
  const efficiency = Math.sqrt(figures.roundTrip)
  let content = figures.capacityKwh / 2
  for (let i = Math.max(0, place - 7 * quartersPerDay); i < place; i++) {
    const change = charge[i]! * efficiency - discharge[i]! / efficiency
    content = Math.min(Math.max(content + change / milliWhPerKwh, 0), figures.capacityKwh)
  }
  return content
}
