import type { StepOffers } from './step-offers.ts'

/** What stored energy is worth after a step: `count` pieces from `start` on, the dearest (first kWh) first. */
export interface WorthPieces {
  worth: Float64Array
  sizeKwh: Float64Array
  start: number
  count: number
}

/** A smaller gain is not worth a decision; ties leave the battery alone. */
const leastGain = 1e-10

/**
 * The change of content with the least cost: charge while the next kWh stored is worth more than it costs, discharge
 * while the last one is worth less than it earns now, else hold.
 */
export function findBestChange(
  contentKwh: number,
  pieces: WorthPieces,
  offers: StepOffers,
  capacityKwh: number,
): number {
  const end = pieces.start + pieces.count
  let place = pieces.start
  let below = 0
  while (place < end && below + pieces.sizeKwh[place]! <= contentKwh) below += pieces.sizeKwh[place++]!
  const up = climb(contentKwh, below, place, end, pieces, offers, capacityKwh)
  return up > 0 ? up : -descend(contentKwh, below, place, end, pieces, offers)
}

/** Charging, the cheapest offer (the last before discharging) first. */
function climb(
  contentKwh: number,
  below: number,
  firstPlace: number,
  end: number,
  { worth, sizeKwh }: WorthPieces,
  offers: StepOffers,
  capacityKwh: number,
): number {
  let content = contentKwh
  let place = firstPlace
  let top = place < end ? below + sizeKwh[place]! : below
  for (let offer = offers.firstDischarge - 1; offer >= 0; offer--) {
    let left = offers.sizeKwh[offer]!
    while (left > 0 && place < end && worth[place]! > offers.worth[offer]! + leastGain) {
      const part = Math.min(left, top - content)
      content += part
      left -= part
      if (left > 0) {
        place += 1
        if (place < end) top += sizeKwh[place]!
      }
    }
    if (left > 0) break
  }
  return Math.min(content, capacityKwh) - contentKwh
}

/** Discharging, the best-paid offer first. */
function descend(
  contentKwh: number,
  below: number,
  firstPlace: number,
  end: number,
  { worth, sizeKwh, start }: WorthPieces,
  offers: StepOffers,
): number {
  let content = contentKwh
  let place = firstPlace
  let bottom = below
  if (place === end || content <= bottom) {
    place -= 1
    if (place >= start) bottom -= sizeKwh[place]!
  }
  for (let offer = offers.firstDischarge; offer < offers.count; offer++) {
    let left = offers.sizeKwh[offer]!
    while (left > 0 && place >= start && worth[place]! < offers.worth[offer]! - leastGain) {
      const part = Math.min(left, content - Math.max(bottom, 0))
      content -= part
      left -= part
      if (left > 0) {
        place -= 1
        if (place >= start) bottom -= sizeKwh[place]!
      }
    }
    if (left > 0) break
  }
  return contentKwh - Math.max(content, 0)
}

/** What the next kWh is worth at a content, EUR/kWh; that of the last piece when full. */
export function worthAt(contentKwh: number, { worth, sizeKwh, start, count }: WorthPieces): number {
  let left = contentKwh
  for (let i = start; i < start + count - 1; i++) {
    if (left < sizeKwh[i]!) return worth[i]!
    left -= sizeKwh[i]!
  }
  return count === 0 ? 0 : worth[start + count - 1]!
}
