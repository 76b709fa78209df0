import type { StepOffers } from './step-offers.ts'

/**
 * One step back in time where the step's load is one guess among several: like `stepBack`, but on equal slices of content,
 * the worth per kWh of each in a list from empty to full. Adds `weight` times the result to `into`, so that the guesses
 * average out; the average of worths is exactly the worth of the average cost.
 *
 * Offers are inserted between the slices in order of worth, which moves the slices after them up; the most valuable
 * content is used by a full charge, which moves all down. Each run of slices keeps its worth and moves by one distance.
 */
export function addStepBack(
  into: Float64Array,
  worth: Float64Array,
  sliceKwh: number,
  offers: StepOffers,
  fullChargeKwh: number,
  weight: number,
): void {
  const slices = worth.length
  let moved = -fullChargeKwh / sliceKwh
  let from = 0
  for (let offer = 0; offer <= offers.count; offer++) {
    const to = offer < offers.count ? placeOf(worth, offers.worth[offer]!, from) : slices
    moveRun(into, worth, from, to, moved, weight)
    if (offer === offers.count) return
    const size = offers.sizeKwh[offer]! / sliceKwh
    fill(into, to + moved, to + moved + size, offers.worth[offer]! * weight)
    moved += size
    from = to
  }
}

/** The first slice from `from` on that is worth less than an offer. */
function placeOf(worth: Float64Array, offered: number, from: number): number {
  let low = from
  let high = worth.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (worth[middle]! > offered) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds slices `from` to `to`, moved by a distance in slices; the part outside is dropped. */
function moveRun(
  into: Float64Array,
  worth: Float64Array,
  from: number,
  to: number,
  moved: number,
  weight: number,
): void {
  const whole = Math.floor(moved)
  const second = (moved - whole) * weight
  const first = weight - second
  const last = into.length - 1
  const start = Math.max(from, -whole)
  const end = Math.min(to, last - whole)
  if (from < start && start - 1 < to && start - 1 >= from && start - 1 + whole === -1) {
    into[0]! += second * worth[start - 1]!
  }
  for (let slice = start; slice < end; slice++) {
    const value = worth[slice]!
    into[slice + whole]! += first * value
    into[slice + whole + 1]! += second * value
  }
  if (end >= start && end < to && end + whole === last) into[last]! += first * worth[end]!
}

/** Adds a worth over a stretch between two places, in slices. */
function fill(into: Float64Array, from: number, to: number, worth: number): void {
  const start = Math.max(from, 0)
  const end = Math.min(to, into.length)
  for (let slice = Math.floor(start); slice < end; slice++) {
    into[slice]! += (Math.min(slice + 1, end) - Math.max(slice, start)) * worth
  }
}
