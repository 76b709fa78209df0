import { hourMs, slotMs, slotsPerHour } from '@ohmstead/domain/telemetry/energy-slot'
import { readSlotsText } from './bucket-energy.ts'
import type { DayBalanceGap, DayEnergy } from './energy-day-queries.ts'
import type { HoursText } from './energy-history-queries.ts'

// Consumption is known while every part of the balance is: grid, production and battery, as far as a location has them.
// The rule is applied slot by slot, so that a consumption does not depend on how a range is divided, and a total is
// always the sum of its bars. Nearly every slot is balanced; this computes what must be excluded from the sums.

/** Order of the numbers in a `BalanceGap`. */
export const balanceFlows = [
  'grid_import',
  'grid_export',
  'production',
  'battery_charge',
  'battery_discharge',
] as const
export type BalanceFlow = (typeof balanceFlows)[number]

/** By the metric of a series; registers of tariffs are parts of others and have none. */
const flowOfMetric: Record<string, BalanceFlow> = {
  energy_import: 'grid_import',
  energy_export: 'grid_export',
  energy_production: 'production',
  energy_charge: 'battery_charge',
  energy_discharge: 'battery_discharge',
}
export const findBalanceFlow = (metric: string): BalanceFlow | null => flowOfMetric[metric] ?? null

/** The part of the balance that each flow proves to be known; an export needs no register of its own. */
const partOfFlow = [1, 0, 2, 4, 4] as const

/** The series that make up the balance of one location. */
export interface BalancePlace {
  locationId: number
  /** By series id, the index of its flow. */
  flowOf: ReadonlyMap<number, number>
  /** Contains all its balance series: the result of summing up a day applies. */
  isWhole: boolean
}

export function createBalancePlace(
  locationId: number,
  series: Iterable<{ id: number; metric: string }>,
  isWhole: boolean,
): BalancePlace {
  const flowOf = new Map<number, number>()
  for (const { id, metric } of series) {
    const flow = findBalanceFlow(metric)
    if (flow) flowOf.set(id, balanceFlows.indexOf(flow))
  }
  return { locationId, flowOf, isWhole }
}

/** Null without a grid meter: then there is no balance. */
function requiredParts({ flowOf }: BalancePlace): number {
  const parts = [...flowOf.values()].reduce((sum: number, flow) => sum | partOfFlow[flow]!, 0)
  return parts & partOfFlow[0] ? parts : 0
}

/** Per bucket, a location's flows in slots without a complete balance. */
export interface BalanceGap {
  /** By flow, then by bucket. */
  mWh: Float64Array[]
  /** How many slots of the import are among them. */
  importSlots: Uint32Array
}

interface Span {
  from: number
  to: number
}

export interface BalanceWatch {
  /** An hour whose slots within [from, to) are read. */
  onHour: (
    row: { locationId: number; seriesId: number; hour: number; isWhole: boolean },
    within: Span,
  ) => void
  onDay: (locationId: number, start: number, end: number, energy: DayEnergy) => void
  /** Full hours whose slots have to be checked, per location. */
  findOpenHours: () => Map<number, number[]>
  /** Takes the slots of those hours. */
  addSlots: (texts: readonly HoursText[]) => void
  gaps: ReadonlyMap<number, BalanceGap>
}

/** Records, while hours and days are read, where the balance of a location may have a gap. */
export function watchBalance(places: readonly BalancePlace[], edges: readonly number[]): BalanceWatch {
  const from = edges[0]!
  const to = edges.at(-1)!
  const firstHour = Math.floor(from / hourMs)
  const hourCount = Math.ceil(to / hourMs) - firstHour
  const byId = new Map(places.map((place) => [place.locationId, { place, required: requiredParts(place) }]))
  const read = new Map<number, { parts: Uint8Array; slots: Uint16Array }>()
  /** By location, the slots of each hour that have to be checked, as a mask. */
  const open = new Map<number, Map<number, number>>()
  const gaps = new Map<number, BalanceGap>()

  const getGap = (locationId: number) => {
    let gap = gaps.get(locationId)
    if (!gap) {
      const count = edges.length - 1
      gap = { mWh: balanceFlows.map(() => new Float64Array(count)), importSlots: new Uint32Array(count) }
      gaps.set(locationId, gap)
    }
    return gap
  }
  const openHour = (locationId: number, hour: number, slots: number) => {
    const hours = open.get(locationId) ?? new Map<number, number>()
    open.set(locationId, hours.set(hour, (hours.get(hour) ?? 0) | slots))
  }

  return {
    gaps,
    onHour({ locationId, seriesId, hour, isWhole }, within) {
      const flow = byId.get(locationId)?.place.flowOf.get(seriesId)
      if (flow === undefined) return
      let hours = read.get(locationId)
      if (!hours) {
        hours = { parts: new Uint8Array(hourCount), slots: new Uint16Array(hourCount) }
        read.set(locationId, hours)
      }
      const index = hour / hourMs - firstHour
      if (isWhole) hours.parts[index]! |= partOfFlow[flow]!
      hours.slots[index]! |= slotsWithin(hour, within)
    },
    onDay(locationId, start, end, energy) {
      const entry = byId.get(locationId)
      if (!entry) return
      const { place, required } = entry
      const slots = (end - start) / slotMs
      const { whole, some, sums } = sumUpDay(place, energy, slots)
      if ((whole & required) === required) return
      const isSilent = (some & required) !== required
      const gap = isSilent ? sums : place.isWhole ? energy.gap : undefined
      if (gap) addDayGap(getGap(locationId), gap, bucketAt(edges, start))
      else
        for (let hour = Math.floor(start / hourMs) * hourMs; hour < end; hour += hourMs)
          openHour(locationId, hour, slotsWithin(hour, { from: start, to: end }))
    },
    findOpenHours() {
      for (const [locationId, { parts, slots }] of read) {
        const { required } = byId.get(locationId)!
        for (let index = 0; index < hourCount; index++) {
          if (slots[index]! > 0 && (parts[index]! & required) !== required)
            openHour(locationId, (firstHour + index) * hourMs, slots[index]!)
        }
      }
      return new Map([...open].map(([locationId, hours]) => [locationId, [...hours.keys()]]))
    },
    addSlots(texts) {
      for (const { location_id: locationId, hours } of texts) {
        const entry = byId.get(locationId)
        const wanted = open.get(locationId)
        if (!entry || !wanted) continue
        for (const [hour, rows] of groupHours(hours, entry.place)) {
          const slots = wanted.get(hour)
          if (slots) addHourGap(getGap(locationId), rows, entry.required, { hour, slots }, edges)
        }
      }
    },
  }
}

/** The slots of an hour that begin within a span, as a mask. */
function slotsWithin(hour: number, { from, to }: Span): number {
  if (hour >= from && hour + hourMs <= to) return (1 << slotsPerHour) - 1
  let mask = 0
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const start = hour + slot * slotMs
    if (start >= from && start < to) mask |= 1 << slot
  }
  return mask
}

const bucketAt = (edges: readonly number[], ts: number) => edges.findLastIndex((edge) => edge <= ts)

function sumUpDay({ flowOf }: BalancePlace, energy: DayEnergy, slots: number) {
  const sums: DayBalanceGap = [0, 0, 0, 0, 0, 0]
  let whole = 0
  let some = 0
  for (const [id, flow] of flowOf) {
    const known = energy[id]
    if (!known) continue
    const [mWh, , knownSlots] = known
    sums[flow]! += mWh
    if (flow === 0) sums[5]! += knownSlots
    if (knownSlots > 0) some |= partOfFlow[flow]!
    if (knownSlots >= slots) whole |= partOfFlow[flow]!
  }
  return { whole, some, sums }
}

/** Whether every part of the balance is known in all slots of a day. */
export function isBalancedDay(place: BalancePlace, energy: DayEnergy, lengthMs: number): boolean {
  const required = requiredParts(place)
  return (sumUpDay(place, energy, lengthMs / slotMs).whole & required) === required
}

export function toDayGap({ gaps }: BalanceWatch, locationId: number, day: number): DayBalanceGap {
  const gap = gaps.get(locationId)
  if (!gap) return [0, 0, 0, 0, 0, 0]
  const [gridImport, gridExport, production, charge, discharge] = gap.mWh.map((buckets) => buckets[day]!)
  return [gridImport!, gridExport!, production!, charge!, discharge!, gap.importSlots[day]!]
}

function addDayGap(gap: BalanceGap, sums: DayBalanceGap, bucket: number): void {
  for (const [flow, buckets] of gap.mWh.entries()) buckets[bucket]! += sums[flow]!
  gap.importSlots[bucket]! += sums[5]
}

interface HourRow {
  flow: number
  slots: (number | null)[]
}

/** The rows of balance series in a text of slots, by hour. */
function groupHours(text: string, { flowOf }: BalancePlace): Map<number, HourRow[]> {
  const hours = new Map<number, HourRow[]>()
  for (const { seriesId, hour, slots } of readSlotsText(text)) {
    const flow = flowOf.get(seriesId)
    if (flow === undefined) continue
    const rows = hours.get(hour)
    if (rows) rows.push({ flow, slots })
    else hours.set(hour, [{ flow, slots }])
  }
  return hours
}

function addHourGap(
  gap: BalanceGap,
  rows: readonly HourRow[],
  required: number,
  { hour, slots: wanted }: { hour: number; slots: number },
  edges: readonly number[],
): void {
  for (let slot = 0; slot < slotsPerHour; slot++) {
    if (!(wanted & (1 << slot))) continue
    let known = 0
    for (const { flow, slots } of rows) if (slots[slot] !== null) known |= partOfFlow[flow]!
    if ((known & required) === required) continue
    const bucket = bucketAt(edges, hour + slot * slotMs)
    for (const { flow, slots } of rows) {
      const mWh = slots[slot] ?? null
      if (mWh === null) continue
      gap.mWh[flow]![bucket]! += mWh
      if (flow === 0) gap.importSlots[bucket]!++
    }
  }
}
