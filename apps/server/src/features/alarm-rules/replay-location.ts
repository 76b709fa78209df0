import { setImmediate } from 'node:timers/promises'
import { homePower, type RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import { judgeLook, type RuleState } from '@ohmstead/domain/alarms/judge-rule'
import { lookAtLocation, type SubjectLook, type WatchedDevice } from '@ohmstead/domain/alarms/rule-looks'
import type { Queryable } from '../../platform/db/db.ts'
import { findLastValues } from '../charts/sample-history-queries.ts'
import { fillPowerGaps } from './fill-power-gaps.ts'
import type { WatchedRow } from './rule-state-queries.ts'

export interface Firing {
  device: Pick<WatchedDevice, 'id' | 'key'> | null
  from: number
  to: number | null
  value: number | null
}

export interface Replay {
  firings: Firing[]
  /** How many looks found a value that the rule could judge. */
  known: number
}

export const minuteMs = 60_000
/** Whether a controller was there is seen by what its other devices sent. */
const reachableMs = 5 * minuteMs

/** A month of so many values is in memory at once; a controller may report thousands. */
const mostValues = 100
/** Others get their turn after so many milliseconds of replay. */
const turnMs = 10

/**
 * What the rule would have seen of a location minute by minute, as it sees the newest values of now; null if it has too many
 * values for that, or there is no time left.
 */
export async function replayLocation(
  db: Queryable,
  rule: RuleTerms,
  place: { locationId: number; controllerIds: readonly number[]; devices: readonly WatchedRow[] },
  { from, to }: { from: number; to: number },
  isTimeUp: () => boolean = () => false,
): Promise<Replay | null> {
  const edges = Array.from({ length: (to - from) / minuteMs + 1 }, (_, at) => from + at * minuteMs)
  const { locationId, controllerIds } = place
  const keys = keysOf(rule, place.devices)
  if (keys.length > mostValues) return null
  const seen = place.devices.map((row) => ({ ...row, newestAt: null as number | null, isReachable: false }))
  const read: { key: string; device: (typeof seen)[number]; values: readonly unknown[] }[] = []
  for (const { key, at } of keys) {
    if (isTimeUp()) return null
    const values = await findLastValues(db, { locationId, controllerIds, edges }, key)
    read.push({ key, device: seen[at]!, values })
  }
  if (isTimeUp()) return null
  const columns = judgesPower(rule) ? await fillPowerGaps(db, locationId, read, edges) : read
  const newest = new Map<string, readonly [number, unknown]>()
  const look = (minute: number) => {
    const now = edges[minute + 1]!
    for (const { key, device, values } of columns) {
      const value = values[minute]
      if (value === null || value === undefined) continue
      newest.set(key, [now, value])
      device.newestAt = now
    }
    const isRecent = (at: number | null) => at !== null && now - at <= reachableMs
    const recent = seen.filter(({ newestAt }) => isRecent(newestAt)).length
    for (const device of seen) device.isReachable = recent > (isRecent(device.newestAt) ? 1 : 0)
    return lookAtLocation(rule, seen, (key) => newest.get(key), now)
  }
  return replay(rule, edges.length - 1, look, isTimeUp)
}

/** A mean of what came later is a power, too, but neither a sign of life nor a value that stands still. */
const judgesPower = ({ kind, settings }: RuleTerms) =>
  kind !== 'meter_silent' && settings.condition !== 'frozen'

/** Which values a rule needs, and of which device each is. */
function keysOf(
  { kind, settings }: RuleTerms,
  devices: readonly WatchedRow[],
): { key: string; at: number }[] {
  const where = (metric: string, isMeant: (device: WatchedRow) => boolean) =>
    devices.flatMap((device, at) => (isMeant(device) ? [{ key: `${device.key}/${metric}`, at }] : []))
  const of = (metric: string, ...categories: WatchedRow['category'][]) =>
    where(metric, ({ category }) => categories.includes(category))
  if (kind === 'meter_silent') return where('power', () => true)
  if (kind === 'battery_idle') return [...of('power', 'GRID', 'BATTERY'), ...of('soc', 'BATTERY')]
  const { metric, deviceKey } = settings
  if (metric === homePower) return of('power', 'GRID', 'BATTERY', 'SOLAR_POWER_PLANT', 'HYBRID_INVERTER')
  return where(metric ?? '', ({ key, category }) =>
    deviceKey === null ? category === settings.category : key === deviceKey,
  )
}

/** Judges looks one after the other and notes when alarms begin and end; null if the time is up before. */
export async function replay(
  rule: RuleTerms,
  count: number,
  look: (at: number) => readonly SubjectLook[],
  isTimeUp: () => boolean,
): Promise<Replay | null> {
  let turn = performance.now()
  const states = new Map<string, RuleState | null>()
  const open = new Map<string, Firing>()
  const found: Replay = { firings: [], known: 0 }
  for (let at = 0; at < count; at++) {
    if (performance.now() - turn > turnMs) {
      await setImmediate()
      if (isTimeUp()) return null
      turn = performance.now()
    }
    const looks = look(at)
    if (looks.some(({ value }) => value !== null)) found.known++
    for (const { device, ...one } of looks) {
      const key = device?.key ?? ''
      const state = judgeLook(rule, states.get(key) ?? null, one)
      states.set(key, state)
      const firing = open.get(key)
      if (state?.isRaised && !firing) {
        const begun: Firing = { device, from: one.ts, to: null, value: one.value }
        open.set(key, begun)
        found.firings.push(begun)
      } else if (!state?.isRaised && firing) {
        firing.to = one.ts
        open.delete(key)
      }
    }
  }
  return found
}
