import { createHash } from 'node:crypto'
import { floorToHour, hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import { type BalancePlaces, type BalanceSeries, balanceRoles } from './balance-roles.ts'
import type { BalanceSums } from './balance-sums.ts'
import { type Bundle, findBundlesOf } from './energy-bundle-queries.ts'
import { findMarks, type Mark } from './energy-day-queries.ts'
import { addStored, dayAt, openDays, presentIn, type Unit, unitSlots } from './energy-sum-format.ts'
import { findSums, type SumsOfBundle } from './energy-sum-queries.ts'
import { addReadings, type SumRange } from './read-balance-sums.ts'

/** Fewer are read as fast from their readings. */
export const fewestPlaces = 8
const dayMs = 86_400_000
/** How much is read at once: what is no longer needed is forgotten soon. */
const locationsAtOnce = 500
const daysAtOnce: Record<Unit, number> = { day: 400, hours: 40, quarters: 10, slots: 4 }

interface Span {
  from: number
  to: number
}

/** What the sums of a bundle are of. */
export function fingerprintOf(places: readonly (readonly [number, readonly BalanceSeries[]])[]): string {
  // Homes with the same devices share their list.
  const texts = new Map<readonly BalanceSeries[], string>()
  let all = ''
  for (const [locationId, list] of places) {
    let text = texts.get(list)
    if (text === undefined) {
      const series = [...list].sort((a, b) => a.id - b.id)
      text = series.map(({ id, role }) => `${id}:${balanceRoles.indexOf(role)}`).join()
      texts.set(list, text)
    }
    all += `${locationId} ${text};`
  }
  return createHash('sha256').update(all).digest('base64url').slice(0, 22)
}

/** The places of a bundle in the order of their ids, as far as they have series. */
export const placesOf = ({ locationIds }: Bundle, places: BalancePlaces) =>
  locationIds.flatMap((id) => {
    const list = places.get(id)
    return list ? [[id, list] as const] : []
  })

/** What is known of the sums of locations. */
export interface Kept {
  bundles: Bundle[]
  marks: Map<number, Mark>
}

export async function findKept(db: Queryable, locationIds: readonly number[]): Promise<Kept> {
  const [bundles, marks] = await Promise.all([findBundlesOf(db, locationIds), findMarks(db, locationIds)])
  return { bundles, marks }
}

/**
 * Adds the balance of whole locations over a range, from the sums of their bundles as far as these hold, and from
 * readings for the rest; returns the locations with data.
 */
export async function addBalance(
  db: Queryable,
  sums: BalanceSums,
  places: BalancePlaces,
  range: SumRange,
  { bundles, marks }: Kept,
): Promise<Set<number>> {
  const withData = new Set<number>()
  const whole = { from: range.edges[0]!, to: range.edges.at(-1)! }
  const rest = new Map<string, { span: Span; locationIds: number[] }>()
  const leave = (span: Span, locationIds: readonly number[]) => {
    const key = `${span.from} ${span.to}`
    const known = rest.get(key)
    if (known) known.locationIds.push(...locationIds)
    else rest.set(key, { span, locationIds: [...locationIds] })
  }

  const alone = new Set(places.keys())
  const summed = bundles.flatMap((bundle) => {
    const list = placesOf(bundle, places)
    if (list.length < fewestPlaces) return []
    const ids = list.map(([id]) => id)
    for (const id of ids) alone.delete(id)
    const mark = Math.min(...ids.map((id) => marks.get(id)?.until ?? Number.NEGATIVE_INFINITY))
    return [{ id: bundle.id, timeZone: bundle.timeZone, ids, mark, fingerprint: fingerprintOf(list) }]
  })
  if (alone.size > 0) leave(whole, [...alone])

  for (const [timeZone, ofZone] of groupBy(summed, (bundle) => bundle.timeZone)) {
    const unit = chooseUnit(range.edges, timeZone)
    const covered = new Map<number, Span[]>(ofZone.map(({ id }) => [id, []]))
    const byId = new Map(ofZone.map((bundle) => [bundle.id, bundle]))
    // Who has data is kept by the hour: at ends within one the readings tell.
    const inner = unit === 'day' ? whole : { from: ceilToHour(whole.from), to: floorToHour(whole.to) }
    for (const span of split(inner, daysAtOnce[unit], timeZone)) {
      for (const found of await findSums(db, ofZone, { ...span, unit })) {
        const bundle = byId.get(found.bundle_id)!
        const added = addDays(sums, found, { ...bundle, unit, span, edges: range.edges }, withData)
        covered.get(bundle.id)!.push(...added)
      }
    }
    for (const { id, ids } of ofZone) for (const gap of gapsOf(whole, covered.get(id)!)) leave(gap, ids)
  }

  const pieces = [...rest.values()].flatMap(({ span, locationIds }) =>
    Array.from({ length: Math.ceil(locationIds.length / locationsAtOnce) }, (_, piece) => ({
      span,
      ids: locationIds.slice(piece * locationsAtOnce, (piece + 1) * locationsAtOnce),
    })),
  )
  const waiting = pieces.values()
  // Two at a time: the database finds one while this process adds up the other.
  const lane = async () => {
    for (const { span, ids } of waiting) {
      const newest = Math.max(...ids.map((id) => marks.get(id)?.newest ?? Number.NEGATIVE_INFINITY))
      // What is still to come has no readings.
      const to = Math.min(Math.max(ceilToHour(newest) + hourMs, span.from), span.to)
      if (to < span.to) noteMissing(sums, range.edges, { from: to, to: span.to })
      if (to === span.from) continue
      const inner = range.edges.filter((edge) => edge > span.from && edge < to)
      const at = range.edges.findLastIndex((edge) => edge <= span.from)
      const those = new Map(ids.map((id) => [id, places.get(id)!]))
      const within = { ...range, edges: [span.from, ...inner, to] }
      for (const id of await addReadings(db, sums, those, within, { isWhole: true, at })) withData.add(id)
    }
  }
  await Promise.all([lane(), lane()])
  return withData
}

interface Wanted {
  ids: readonly number[]
  mark: number
  unit: Unit
  span: Span
  edges: readonly number[]
}

/** Adds the days of a bundle as far as they hold; returns the spans that they cover. */
function addDays(
  sums: BalanceSums,
  found: SumsOfBundle,
  { ids, mark, unit, span, edges }: Wanted,
  withData: Set<number>,
): Span[] {
  const covered: Span[] = []
  const stored = openDays(found.sums)
  let at = 0
  let bucket = 0
  for (const text of found.days.split(';')) {
    const [start, end, until] = text.split(',').map((seconds) => Number(seconds) * 1000) as [
      number,
      number,
      number,
    ]
    const day = dayAt(stored, at)
    at = day.next
    const isDay = unit === 'day' && until >= end
    const unitMs = isDay ? end - start : unitSlots[unit === 'day' ? 'hours' : unit] * slotMs
    const from = Math.max(span.from, start)
    const units = (ms: number) => Math.floor((ms - start) / unitMs)
    const first = Math.ceil((from - start) / unitMs)
    const last = Math.min(
      units(Math.min(until, mark, end)),
      Math.ceil((Math.min(span.to, end) - start) / unitMs),
    )
    if (last <= first) continue
    addStored(sums, stored, day, [first, last], (index) => {
      const begin = start + index * unitMs
      while (begin >= edges[bucket + 1]!) bucket++
      while (begin < edges[bucket]!) bucket--
      return bucket
    })
    const to = Math.min(start + last * unitMs, span.to, end)
    covered.push({ from, to })
    const hour = (ms: number) => Math.floor(ms / hourMs) - Math.floor(start / hourMs)
    const present = presentIn(stored, day, isDay ? [0, 1] : [hour(from), hour(to - 1) + 1])
    for (const [place, id] of ids.entries()) if (present[place >> 5]! & (1 << (place & 31))) withData.add(id)
  }
  return covered
}

/** Buckets that overlap a span without any reading. */
function noteMissing({ incomplete }: BalanceSums, edges: readonly number[], { from, to }: Span): void {
  for (let bucket = 0; bucket + 1 < edges.length; bucket++)
    if (edges[bucket]! < to && edges[bucket + 1]! > from) incomplete[bucket] = 1
}

/** The longest unit of which every bucket is made. */
function chooseUnit(edges: readonly number[], timeZone: string): Unit {
  const midnights = bucketEdges(edges[0]! - 2 * dayMs, edges.at(-1)! + 1, 86_400, timeZone).slice(1, -1)
  let index = 0
  let unit: Unit = 'day'
  for (const edge of edges) {
    while (index + 1 < midnights.length && midnights[index + 1]! <= edge) index++
    const sinceMidnight = edge - midnights[index]!
    if (sinceMidnight === 0) continue
    if (sinceMidnight % (unitSlots.quarters * slotMs) !== 0) return 'slots'
    if (sinceMidnight % hourMs !== 0) unit = 'quarters'
    else if (unit === 'day') unit = 'hours'
  }
  return unit
}

const ceilToHour = (ms: number) => Math.ceil(ms / hourMs) * hourMs

/** A span in parts that begin at midnight. */
function split({ from, to }: Span, days: number, timeZone: string): Span[] {
  if (from >= to) return []
  const midnights = bucketEdges(from, to, 86_400, timeZone)
  const parts: Span[] = []
  for (let index = 0; index + 1 < midnights.length; index += days)
    parts.push({ from: midnights[index]!, to: midnights[Math.min(index + days, midnights.length - 1)]! })
  return parts
}

/** What of a span is not among others, which are in order. */
function gapsOf({ from, to }: Span, covered: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let at = from
  for (const span of covered) {
    if (span.from > at) gaps.push({ from: at, to: span.from })
    at = Math.max(at, span.to)
  }
  if (at < to) gaps.push({ from: at, to })
  return gaps
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const known = groups.get(keyOf(item))
    if (known) known.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
