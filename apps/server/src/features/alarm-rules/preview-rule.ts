import type { AlarmRulePreviewView } from '@ohmstead/contract/alarm-rules'
import type { RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import { compareWithNeighbours, shareOfUsual } from '@ohmstead/domain/alarms/compare-plants'
import { type AlarmSpan, countNotices } from '@ohmstead/domain/alarms/rule-notices'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findLatest } from '../telemetry/latest-queries.ts'
import { quarterMs, readGridQuartersOf } from '../telemetry/read-grid-quarters.ts'
import { findAgreedPowers, lookAtQuarters } from './peak-looks.ts'
import { type EndedDay, readPlantDays } from './plant-days.ts'
import { createNeighbourIndex, findPlantPlaces } from './plant-neighbours.ts'
import { minuteMs, type Replay, replay, replayLocation } from './replay-location.ts'
import { isTogether } from './rule-cover.ts'
import { findLocationsBelow, type RuleDraft, type RuleScope } from './rule-queries.ts'
import { findWatchedDevices } from './rule-state-queries.ts'

const spanDays = 30
const spanMs = spanDays * 86_400_000
/** Reading a month of minutes takes a moment for each location. */
const mostLocations = { minutes: 20, series: 100 }
const longestMs = 10_000
const mostFirings = 300
/** So many are in memory at once; nobody wants a rule that fires more often. */
const mostFound = 200_000

interface Asked {
  now: number
  signal: AbortSignal
}

/** What a rule would have done in the last 30 days, by the same functions that evaluate it: at some of very many locations. */
export async function previewRule(
  db: Queryable,
  scope: RuleScope,
  draft: RuleDraft,
  { now, signal }: Asked,
): Promise<AlarmRulePreviewView> {
  const all = await findScope(db, scope)
  const begin = performance.now()
  const isTimeUp = () => signal.aborted || performance.now() - begin > longestMs
  const some = spread(all, isOfSeries(draft) ? mostLocations.series : mostLocations.minutes)
  const span = spanOf(draft, now)
  const replays = await replayAt(db, draft, some, span, isTimeUp)
  return summarise(db, draft, { span, replays, locations: all.length, isOfGroup: !('locationId' in scope) })
}

interface AskedEverywhere {
  now: number
  report: (done: number, total: number) => Promise<void>
  most?: number | undefined
}

/**
 * The same at every location of a group. `report` is told of how many, and may throw to stop. Where a rule would have fired
 * without end, the last locations are left out, as the result says.
 */
export async function previewRuleEverywhere(
  db: Queryable,
  locationGroupId: number,
  draft: RuleDraft,
  { now, report, most = mostFound }: AskedEverywhere,
): Promise<AlarmRulePreviewView> {
  const all = await findScope(db, { locationGroupId })
  const span = spanOf(draft, now)
  const replays = new Map<number, Replay>()
  let firings = 0
  const size = isOfSeries(draft) ? mostLocations.series : 1
  for (let start = 0; start < all.length && firings < most; start += size) {
    await report(start, all.length)
    const found = await replayAt(db, draft, all.slice(start, start + size), span, () => false)
    for (const [id, one] of found) {
      replays.set(id, one)
      firings += one.firings.length
    }
  }
  await report(all.length, all.length)
  return summarise(db, draft, { span, replays, locations: all.length, isOfGroup: true })
}

async function findScope(db: Queryable, scope: RuleScope): Promise<number[]> {
  if ('locationId' in scope) return [scope.locationId]
  return (await findLocationsBelow(db, [scope.locationGroupId])).get(scope.locationGroupId) ?? []
}

const isOfSeries = ({ kind }: RuleDraft) => kind === 'peak' || kind === 'pv_neighbours'

interface Span {
  from: number
  to: number
  /** How many looks at a location there are if everything is known. */
  looks: number
}

function spanOf(draft: RuleDraft, now: number): Span {
  const step = isOfSeries(draft) ? quarterMs : minuteMs
  const to = Math.floor(now / step) * step
  return {
    from: to - spanMs,
    to,
    looks: draft.kind === 'pv_neighbours' ? spanDays : spanMs / step,
  }
}

function replayAt(
  db: Queryable,
  draft: RuleDraft,
  ids: readonly number[],
  span: Span,
  isTimeUp: () => boolean,
): Promise<Map<number, Replay>> {
  const terms: RuleTerms = {
    ...{ kind: draft.kind, settings: draft.settings },
    durationSeconds: draft.duration_seconds,
  }
  return isOfSeries(draft)
    ? replaySeries(db, terms, ids, span, isTimeUp)
    : replayMinutes(db, terms, ids, span, isTimeUp)
}

/** As many as can be read, from all over the list. */
const spread = (ids: readonly number[], most: number) =>
  ids.length <= most
    ? [...ids]
    : Array.from({ length: most }, (_, at) => ids[Math.floor((at * ids.length) / most)]!)

async function replayMinutes(
  db: Queryable,
  terms: RuleTerms,
  ids: readonly number[],
  span: { from: number; to: number },
  isTimeUp: () => boolean,
): Promise<Map<number, Replay>> {
  const replays = new Map<number, Replay>()
  const devicesOf = Map.groupBy(await findWatchedDevices(db, ids), ({ location_id }) => location_id)
  const latest = await findLatest(db, ids)
  for (const locationId of ids) {
    if (isTimeUp()) break
    const devices = devicesOf.get(locationId) ?? []
    const controllerIds = latest.get(locationId)?.controllerIds ?? []
    const found = await replayLocation(db, terms, { locationId, controllerIds, devices }, span, isTimeUp)
    if (found) replays.set(locationId, found)
  }
  return replays
}

async function replaySeries(
  db: Queryable,
  terms: RuleTerms,
  ids: readonly number[],
  span: { from: number; to: number },
  isTimeUp: () => boolean,
): Promise<Map<number, Replay>> {
  if (terms.kind === 'pv_neighbours') return replayPlants(db, terms, ids, span.to, isTimeUp)
  const powers = await findAgreedPowers(db, ids, span.to)
  const quarters = await readGridQuartersOf(db, ids, { fromMs: span.from, toMs: span.to })
  const replays = new Map<number, Replay>()
  for (const id of ids) {
    const [read, agreed] = [quarters.get(id), powers.get(id)]
    const looks = read && agreed ? lookAtQuarters(read, agreed) : []
    const found = await replay(terms, looks.length, (at) => [looks[at]!], isTimeUp)
    if (found) replays.set(id, found)
  }
  return replays
}

async function replayPlants(
  db: Queryable,
  terms: RuleTerms,
  ids: readonly number[],
  until: number,
  isTimeUp: () => boolean,
): Promise<Map<number, Replay>> {
  const places = await findPlantPlaces(db, ids)
  const neighboursOf = createNeighbourIndex(places)
  const others = new Map(ids.map((id) => [id, neighboursOf(id)]))
  const needed = new Set([...ids, ...[...others.values()].flat()])
  const days = new Map<number, EndedDay[]>()
  const zones = Map.groupBy(
    places.filter(({ id }) => needed.has(id)),
    ({ timeZone }) => timeZone,
  )
  for (const [timeZone, some] of zones) {
    const read = await readPlantDays(
      db,
      some.map(({ id }) => id),
      { until, timeZone, days: spanDays },
    )
    for (const [id, list] of read) days.set(id, list)
  }
  const replays = new Map<number, Replay>()
  for (const id of ids) {
    const own = days.get(id) ?? []
    const look = (at: number) => {
      const { end } = own[at]!
      const shareAt = (one: number) => {
        const day = days.get(one)?.[at]
        return day?.end === end ? shareOfUsual(day) : null
      }
      const { percent } = compareWithNeighbours(shareAt(id), (others.get(id) ?? []).map(shareAt))
      return [{ device: null, ts: end, value: percent }]
    }
    const found = await replay(terms, own.length, look, isTimeUp)
    if (found) replays.set(id, found)
  }
  return replays
}

interface Replayed {
  span: Span
  replays: ReadonlyMap<number, Replay>
  locations: number
  isOfGroup: boolean
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

async function summarise(
  db: Queryable,
  draft: RuleDraft,
  { span: { from, to, looks }, replays, locations, isOfGroup }: Replayed,
): Promise<AlarmRulePreviewView> {
  const known = [...replays.values()].map((one) => one.known).filter((count) => count > 0)
  const fired = [...replays].filter(([, { firings }]) => firings.length > 0)
  const names = await findNames(
    db,
    fired.map(([locationId]) => locationId),
  )
  const all = fired.flatMap(([locationId, { firings }]) => firings.map((firing) => ({ locationId, firing })))
  all.sort((a, b) => b.firing.from - a.firing.from)
  const zoneOf = (locationId: number) => names.get(locationId)?.time_zone ?? 'UTC'
  const spans = all.map(
    ({ locationId, firing }): AlarmSpan => ({
      ...{ from: firing.from, to: firing.to },
      timeZone: zoneOf(locationId),
    }),
  )
  const together = isTogether(
    { grouping: draft.grouping, location_group_id: isOfGroup ? 1 : null },
    locations,
  )
  const quiet = draft.quiet_from === null ? null : { from: draft.quiet_from, until: draft.quiet_until! }
  const counted = countNotices(spans, { isTogether: together, sendsRecovery: draft.sends_recovery, quiet })
  return {
    ...{ from, to, locations, lookedAt: replays.size, total: all.length, ...counted },
    unknown: replays.size - known.length,
    knownShare: known.length === 0 ? null : Math.min(1, sum(known) / (known.length * looks)),
    firings: all.slice(0, mostFirings).map(({ locationId, firing }) => ({
      ...{ locationId, locationName: names.get(locationId)?.name ?? '', timeZone: zoneOf(locationId) },
      deviceName: firing.device && (names.get(locationId)?.devices[firing.device.key] ?? firing.device.key),
      ...{ from: firing.from, to: firing.to, value: firing.value },
    })),
  }
}

interface Named {
  id: number
  name: string
  time_zone: string
  devices: Record<string, string>
}

async function findNames(db: Queryable, ids: readonly number[]): Promise<Map<number, Named>> {
  const rows = await db.rows<Named>(sql`
    select l.id, l.name, l.time_zone,
      coalesce((select json_object_agg(d.key, d.name) from device d where d.location_id = l.id), '{}') as devices
    from location l where l.id = any(${ids}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
