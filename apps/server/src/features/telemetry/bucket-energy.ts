import { hourMs, slotMs, slotsPerHour } from '@ohmstead/domain/telemetry/energy-slot'

/** Energy of one or more series per bucket. */
export interface EnergyBuckets {
  /** Null if no slot of the bucket has a value. */
  mWh: (number | null)[]
  /** 1 if part of it was spread over an outage. */
  estimated: Uint8Array
  /** How many of the bucket's slots are covered from end to end. */
  completeSlots: Uint32Array
  /** How many have a value at all. */
  knownSlots: Uint32Array
}

export function emptyBuckets(count: number): EnergyBuckets {
  return {
    mWh: new Array<number | null>(count).fill(null),
    estimated: new Uint8Array(count),
    completeSlots: new Uint32Array(count),
    knownSlots: new Uint32Array(count),
  }
}

/** How many 5-minute slots begin in each bucket. */
export function slotsPerBucket(edges: readonly number[]): number[] {
  const counts: number[] = []
  for (let bucket = 0; bucket + 1 < edges.length; bucket++) {
    counts.push(Math.ceil(edges[bucket + 1]! / slotMs) - Math.ceil(edges[bucket]! / slotMs))
  }
  return counts
}

/** Slots, quarters or whole hours of energy, as many as make an hour. */
export type UnitsPerHour = 12 | 4 | 1

const allSlots = 4095
const semicolon = 59

/**
 * Adds hours of energy, as text from the database, to the buckets of their series. An hour is
 * `<series>,<hour since 1970>,<unit>,…,<masks>;` with one number per unit (empty = unknown); the masks are
 * `<complete>,<estimated>,<known>`, or empty if every slot is known, measured and covered.
 * A unit belongs to the bucket in which it begins, and counts if it begins within [from, to); hours are in any order.
 */
export function addHoursText(
  text: string,
  units: UnitsPerHour,
  edges: readonly number[],
  { from, to }: { from: number; to: number },
  bucketsOf: (seriesId: number) => EnergyBuckets,
  onHour?: (seriesId: number, hour: number, isWhole: boolean) => void,
): void {
  const unitSlots = slotsPerHour / units
  const unitMs = unitSlots * slotMs
  const unitMask = (1 << unitSlots) - 1
  const values = new Array<number | null>(units)
  const bySeries: EnergyBuckets[] = []
  const last = edges.length - 2
  const perMs = (last + 1) / (edges[last + 1]! - edges[0]!)
  let bucket = 0
  let position = 0
  const length = text.length
  // Parsed by hand: splitting a year of quarter-hours into strings costs more than the query.
  const readNumber = (): number | null => {
    let value = 0
    let digits = 0
    let code = text.charCodeAt(position)
    while (code >= 48 && code <= 57) {
      value = value * 10 + code - 48
      digits++
      code = text.charCodeAt(++position)
    }
    position++
    return digits === 0 ? null : value
  }
  while (position < length) {
    const seriesId = readNumber()!
    bySeries[seriesId] ??= bucketsOf(seriesId)
    const into = bySeries[seriesId]
    const hour = readNumber()! * hourMs
    for (let unit = 0; unit < units; unit++) values[unit] = readNumber()
    let complete = allSlots
    let estimated = 0
    let known = allSlots
    if (text.charCodeAt(position) === semicolon) position++
    else {
      complete = readNumber() ?? 0
      estimated = readNumber() ?? 0
      known = readNumber() ?? 0
    }
    onHour?.(seriesId, hour, known === allSlots)
    // Near the bucket of the previous hour, or else about where it would be in buckets of equal length.
    if (hour < edges[bucket]! || hour >= edges[Math.min(bucket + 2, last)]!)
      bucket = Math.min(Math.max(Math.floor((hour - edges[0]!) * perMs), 0), last)
    for (let unit = 0; unit < units; unit++) {
      const start = hour + unit * unitMs
      if (start < from || start >= to) continue
      const value = values[unit]
      if (value === null || value === undefined) continue
      while (start < edges[bucket]!) bucket--
      while (start >= edges[bucket + 1]!) bucket++
      const shift = unit * unitSlots
      into.mWh[bucket] = (into.mWh[bucket] ?? 0) + value
      into.completeSlots[bucket]! +=
        complete === allSlots ? unitSlots : countBits((complete >> shift) & unitMask)
      into.knownSlots[bucket]! += known === allSlots ? unitSlots : countBits((known >> shift) & unitMask)
      if ((estimated >> shift) & unitMask) into.estimated[bucket] = 1
    }
  }
}

/** The hours of a text of slots one by one, for a few of them. */
export function* readSlotsText(
  text: string,
): Generator<{ seriesId: number; hour: number; slots: (number | null)[] }> {
  for (const row of text.split(';')) {
    if (row === '') continue
    const cells = row.split(',')
    yield {
      seriesId: Number(cells[0]),
      hour: Number(cells[1]) * hourMs,
      slots: cells.slice(2, 2 + slotsPerHour).map((cell) => (cell === '' ? null : Number(cell))),
    }
  }
}

function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Adds what is known of a span within one bucket. */
export function addToBucket(
  buckets: EnergyBuckets,
  bucket: number,
  span: { mWh: number; completeSlots: number; knownSlots: number; isEstimated: boolean },
): void {
  buckets.mWh[bucket] = (buckets.mWh[bucket] ?? 0) + span.mWh
  buckets.completeSlots[bucket]! += span.completeSlots
  buckets.knownSlots[bucket]! += span.knownSlots
  if (span.isEstimated) buckets.estimated[bucket] = 1
}
