import type { StepOffers } from './step-offers.ts'

/**
 * The value of one more kWh in the store, for every content: pieces of content from empty to full, the value per kWh
 * falling. It is the slope of the least cost from here to the end, which is convex in the content.
 */
export interface StoredValue {
  /** Indexes `from` up to `to` (exclusive) are in use, in the middle of longer lists. */
  worth: Float64Array
  sizeKwh: Float64Array
  from: number
  to: number
  /** Least cost from here on with an empty store, EUR. */
  emptyEur: number
}

const same = 1e-12

export function createStoredValue(room = 256): StoredValue {
  return {
    worth: new Float64Array(room),
    sizeKwh: new Float64Array(room),
    from: room >> 1,
    to: room >> 1,
    emptyEur: 0,
  }
}

/** Starts from the end: content below `minimumKwh` at nearly any price, the rest at `worth`. */
export function startFromEnd(
  value: StoredValue,
  capacityKwh: number,
  minimumKwh: number,
  worth: number,
): void {
  value.from = value.worth.length >> 1
  value.to = value.from
  const needed = Math.min(minimumKwh, capacityKwh)
  value.emptyEur = needed * missingEurPerKwh
  if (needed > 0) insert(value, missingEurPerKwh, needed)
  if (capacityKwh > needed) insert(value, worth, capacityKwh - needed)
}

/** A price above all others, for required content that cannot be reached. */
export const missingEurPerKwh = 1e6

/**
 * One step back in time: merges what the step offers into the values (the infimal convolution of two convex functions
 * is a merge of their slopes), gives the most valuable content to a full charge and drops the part beyond the capacity.
 */
export function stepBack(
  value: StoredValue,
  offers: StepOffers,
  limits: { chargeKwh: number; keptShare: number },
  capacityKwh: number,
): void {
  for (let i = 0; i < offers.count; i++) insert(value, offers.worth[i]!, offers.sizeKwh[i]!)
  value.emptyEur += offers.fullChargeEur - cutDearest(value, limits.chargeKwh)
  fitTo(value, capacityKwh * limits.keptShare)
  if (limits.keptShare < 1) stretch(value, limits.keptShare)
}

function insert(value: StoredValue, worth: number, sizeKwh: number): void {
  const place = placeOf(value, worth)
  if (place < value.to && Math.abs(value.worth[place]! - worth) <= same) {
    value.sizeKwh[place]! += sizeKwh
    return
  }
  if (value.from === 0 || value.to === value.worth.length) {
    widen(value)
    insert(value, worth, sizeKwh)
    return
  }
  if (place - value.from < value.to - place) {
    value.worth.copyWithin(value.from - 1, value.from, place)
    value.sizeKwh.copyWithin(value.from - 1, value.from, place)
    value.from -= 1
    value.worth[place - 1] = worth
    value.sizeKwh[place - 1] = sizeKwh
  } else {
    value.worth.copyWithin(place + 1, place, value.to)
    value.sizeKwh.copyWithin(place + 1, place, value.to)
    value.to += 1
    value.worth[place] = worth
    value.sizeKwh[place] = sizeKwh
  }
}

/** The first index whose worth is not above the given one. */
function placeOf({ worth, from, to }: StoredValue, wanted: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if (worth[middle]! > wanted + same) low = middle + 1
    else high = middle
  }
  return low
}

function widen(value: StoredValue): void {
  const room = value.worth.length * 2
  const start = (room - (value.to - value.from)) >> 1
  for (const key of ['worth', 'sizeKwh'] as const) {
    const wider = new Float64Array(room)
    wider.set(value[key].subarray(value.from, value.to), start)
    value[key] = wider
  }
  value.to = start + value.to - value.from
  value.from = start
}

/** Takes content from the valuable end and returns its worth. */
function cutDearest(value: StoredValue, sizeKwh: number): number {
  let left = sizeKwh
  let taken = 0
  while (left > 0 && value.from < value.to) {
    const size = value.sizeKwh[value.from]!
    if (size > left) {
      value.sizeKwh[value.from] = size - left
      return taken + left * value.worth[value.from]!
    }
    taken += size * value.worth[value.from]!
    left -= size
    value.from += 1
  }
  return taken
}

/** Cuts the cheap end to a total size, and corrects rounding: with standing losses the size would grow step by step. */
function fitTo(value: StoredValue, sizeKwh: number): void {
  let total = 0
  for (let i = value.from; i < value.to; i++) {
    const size = value.sizeKwh[i]!
    if (total + size >= sizeKwh) {
      value.sizeKwh[i] = sizeKwh - total
      value.to = value.sizeKwh[i]! > sizeKwh * same ? i + 1 : i
      if (value.to === i && i > value.from) value.sizeKwh[i - 1]! += sizeKwh - total
      return
    }
    total += size
  }
  if (value.to > value.from) value.sizeKwh[value.to - 1]! += sizeKwh - total
}

/** Content before standing losses is larger and worth less per kWh. */
function stretch({ worth, sizeKwh, from, to }: StoredValue, keptShare: number): void {
  for (let i = from; i < to; i++) {
    worth[i]! *= keptShare
    sizeKwh[i]! /= keptShare
  }
}
