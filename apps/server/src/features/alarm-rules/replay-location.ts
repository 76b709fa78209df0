import { homePower, type RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import { judgeLook, type RuleState } from '@ohmstead/domain/alarms/judge-rule'
import { lookAtLocation, type SubjectLook, type WatchedDevice } from '@ohmstead/domain/alarms/rule-looks'
import type { Queryable } from '../../platform/db/db.ts'
import { findLastValues } from '../charts/sample-history-queries.ts'
import type { WatchedRow } from './rule-state-queries.ts'

export interface Firing {
  device: Pick<WatchedDevice, 'id' | 'key'> | null
  from: number
  to: number | null
  value: number | null
}

export interface Replay {
  firings: Firing[]
  /** Whether the rule could judge anything at all. */
  isKnown: boolean
}

export const minuteMs = 60_000
/** Whether a controller was there is seen by what its other devices sent. */
const reachableMs = 5 * minuteMs

/** What the rule would have seen of a location minute by minute, as it sees the newest values of now. */
export async function replayLocation(
  db: Queryable,
  rule: RuleTerms,
  place: { locationId: number; controllerIds: readonly number[]; devices: readonly WatchedRow[] },
  { from, to }: { from: number; to: number },
): Promise<Replay> {
  const edges = Array.from({ length: (to - from) / minuteMs + 1 }, (_, at) => from + at * minuteMs)
  const { locationId, controllerIds } = place
  const columns = new Map<string, readonly unknown[]>()
  for (const key of keysOf(rule, place.devices))
    columns.set(key, await findLastValues(db, { locationId, controllerIds, edges }, key))
  const newest = new Map<string, readonly [number, unknown]>()
  const seen = place.devices.map((row) => ({ ...row, newestAt: null as number | null }))
  return replay(rule, edges.length - 1, (minute) => {
    const now = edges[minute + 1]!
    for (const [key, values] of columns) {
      const value = values[minute]
      if (value === null || value === undefined) continue
      newest.set(key, [now, value])
      const device = seen.find((one) => key.startsWith(`${one.key}/`))
      if (device) device.newestAt = now
    }
    const devices = seen.map((device) => ({ ...device, isReachable: isReachable(device, seen, now) }))
    return lookAtLocation(rule, devices, (key) => newest.get(key), now)
  })
}

const isReachable = (
  device: { id: number },
  others: readonly { id: number; newestAt: number | null }[],
  now: number,
) => others.some(({ id, newestAt }) => id !== device.id && newestAt !== null && now - newestAt <= reachableMs)

/** Which values a rule needs. */
function keysOf({ kind, settings }: RuleTerms, devices: readonly WatchedRow[]): string[] {
  const of = (metric: string, ...categories: WatchedRow['category'][]) =>
    devices.filter(({ category }) => categories.includes(category)).map(({ key }) => `${key}/${metric}`)
  if (kind === 'meter_silent') return devices.map(({ key }) => `${key}/power`)
  if (kind === 'battery_idle') return [...of('power', 'GRID', 'BATTERY'), ...of('soc', 'BATTERY')]
  if (settings.metric === homePower)
    return of('power', 'GRID', 'BATTERY', 'SOLAR_POWER_PLANT', 'HYBRID_INVERTER')
  return devices
    .filter(({ key, category }) =>
      settings.deviceKey === null ? category === settings.category : key === settings.deviceKey,
    )
    .map(({ key }) => `${key}/${settings.metric}`)
}

/** Judges looks one after the other and notes when alarms begin and end. */
export function replay(rule: RuleTerms, count: number, look: (at: number) => readonly SubjectLook[]): Replay {
  const states = new Map<string, RuleState | null>()
  const open = new Map<string, Firing>()
  const found: Replay = { firings: [], isKnown: false }
  for (let at = 0; at < count; at++) {
    for (const { device, ...one } of look(at)) {
      const key = device?.key ?? ''
      if (one.value !== null) found.isKnown = true
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
