import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { addBucket, addKnown, type BalanceSums, createSums } from './balance-sums.ts'

/** The sums of a bundle over a local day from its midnight on, and who had readings in which hours. */
export interface DaySums {
  sums: BalanceSums
  /** Per UTC hour that the day touches, one bit per location of the bundle, in the order of their ids. */
  present: Uint32Array
}

export const mostPlaces = 64
const wordsPerHour = mostPlaces / 32

/** What sums are kept in, by column, and how many slots each unit has; the day's is as long as the day. */
export const unitSlots = { slots: 1, quarters: 3, hours: 12 } as const
export type Unit = keyof typeof unitSlots | 'day'

export function createDaySums(start: number, end: number): DaySums {
  const hours = Math.ceil(end / hourMs) - Math.floor(start / hourMs)
  return {
    sums: createSums(Math.ceil((end - start) / slotMs)),
    present: new Uint32Array(hours * wordsPerHour),
  }
}

export function notePresent({ present }: DaySums, hour: number, place: number): void {
  present[hour * wordsPerHour + (place >> 5)]! |= 1 << (place & 31)
}

/** The same in longer units; as one unit, presence is of the day as well. */
export function fold({ sums, present }: DaySums, slotsPerUnit: number): DaySums {
  const count = Math.ceil(sums.estimated.length / slotsPerUnit)
  const folded = createSums(count)
  for (let slot = 0; slot < sums.estimated.length; slot++)
    addBucket(folded, Math.floor(slot / slotsPerUnit), sums, slot)
  if (count > 1) return { sums: folded, present }
  const ofDay = new Uint32Array(wordsPerHour)
  for (const [index, bits] of present.entries()) ofDay[index % wordsPerHour]! |= bits
  return { sums: folded, present: ofDay }
}

const arraysOf = ({ flows, consumption, outside, loads }: BalanceSums) => [
  ...flows,
  consumption,
  ...outside,
  loads,
]
const isKnown = (value: number) => !Number.isNaN(value)

/**
 * As bytes: four words of 32 bits (how many units, which arrays follow, how many words of presence, none); presence; a
 * byte of marks per unit; the arrays as doubles. Little-endian, each part as long as a multiple of eight bytes. Arrays
 * that say nothing are left out: nothing known, or nothing but zeros beside the flows.
 */
export function encodeDay({ sums, present }: DaySums): Uint8Array {
  const count = sums.estimated.length
  const says = (values: Float64Array, index: number) =>
    index <= sums.flows.length ? values.some(isKnown) : values.some((value) => value !== 0)
  const kept = arraysOf(sums).map((values, index) => ({ values, index, isKept: says(values, index) }))
  const arrays = kept.filter(({ isKept }) => isKept)
  const marksAt = 16 + present.byteLength
  const arraysAt = marksAt + marksLength(count)
  const bytes = new Uint8Array(arraysAt + arrays.length * count * 8)
  const mask = arrays.reduce((bits, { index }) => bits | (1 << index), 0)
  new Uint32Array(bytes.buffer, 0, 3).set([count, mask, present.length])
  new Uint32Array(bytes.buffer, 16, present.length).set(present)
  for (let unit = 0; unit < count; unit++)
    bytes[marksAt + unit] = sums.estimated[unit]! | (sums.incomplete[unit]! << 1)
  for (const [place, { values }] of arrays.entries())
    new Float64Array(bytes.buffer, arraysAt + place * count * 8, count).set(values)
  return bytes
}

const marksLength = (count: number) => Math.ceil(count / 8) * 8

/** Days of a bundle one after the other, as they are stored. */
export interface StoredDays {
  bytes: Uint8Array
  words: Uint32Array
  doubles: Float64Array
}

export function openDays(stored: Uint8Array): StoredDays {
  // A buffer of the driver may begin anywhere within a larger one.
  const bytes = new Uint8Array(stored)
  return { bytes, words: new Uint32Array(bytes.buffer), doubles: new Float64Array(bytes.buffer) }
}

/** One of those days; `next` is where the one after it begins. */
export interface StoredDay {
  at: number
  count: number
  next: number
}

export function dayAt({ words }: StoredDays, at: number): StoredDay {
  const count = words[at / 4]!
  let arrays = 0
  for (let mask = words[at / 4 + 1]!; mask !== 0; mask &= mask - 1) arrays++
  const next = at + 16 + words[at / 4 + 2]! * 4 + marksLength(count) + arrays * count * 8
  return { at, count, next }
}

/** Adds the units [from, to) of a stored day, each to the bucket that `bucketOf` says. */
export function addStored(
  into: BalanceSums,
  { bytes, words, doubles }: StoredDays,
  { at, count }: StoredDay,
  [from, to]: readonly [number, number],
  bucketOf: (unit: number) => number,
): void {
  const mask = words[at / 4 + 1]!
  const marksAt = at + 16 + words[at / 4 + 2]! * 4
  const buckets: number[] = []
  for (let unit = from; unit < to; unit++) {
    const bucket = bucketOf(unit)
    buckets.push(bucket)
    const marks = bytes[marksAt + unit]!
    if (marks & 1) into.estimated[bucket] = 1
    if (marks & 2) into.incomplete[bucket] = 1
  }
  let place = (marksAt + marksLength(count)) / 8
  for (const [index, values] of arraysOf(into).entries()) {
    if (!(mask & (1 << index))) continue
    for (let unit = from; unit < to; unit++) {
      const mWh = doubles[place + unit]!
      const bucket = buckets[unit - from]!
      if (index > into.flows.length) values[bucket]! += mWh
      else if (isKnown(mWh)) addKnown(values, bucket, mWh)
    }
    place += count
  }
}

/** Bits of the locations with readings in the hours [from, to) of a stored day. */
export function presentIn(
  { words }: StoredDays,
  { at }: StoredDay,
  [from, to]: readonly [number, number],
): Uint32Array {
  const present = new Uint32Array(wordsPerHour)
  const length = words[at / 4 + 2]!
  const end = Math.min(to * wordsPerHour, length)
  for (let index = Math.min(from, length / wordsPerHour - 1) * wordsPerHour; index < end; index++)
    present[index % wordsPerHour]! |= words[at / 4 + 4 + index]!
  return present
}
