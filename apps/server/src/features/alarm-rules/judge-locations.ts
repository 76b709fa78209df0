import { judgeLook, type RuleState } from '@ohmstead/domain/alarms/judge-rule'
import { lookAtLocation, type SubjectLook, type WatchedDevice } from '@ohmstead/domain/alarms/rule-looks'
import type { Latest } from '../telemetry/latest-queries.ts'
import type { CoveredRule } from './rule-cover.ts'
import { type StateKey, type StateRow, toState, type WatchedRow } from './rule-state-queries.ts'

/** A device whose controller has just come back may have nothing newer to send yet. */
const settleMs = 3 * 60_000

export interface Judged {
  saved: (StateKey & { state: RuleState })[]
  deleted: StateKey[]
}

export interface LocationLooks {
  locationId: number
  rule: CoveredRule
  looks: readonly SubjectLook[]
}

/** What the rules of locations see in their newest values. */
export function* lookAtLocations(
  locationIds: readonly number[],
  rulesOf: ReadonlyMap<number, readonly CoveredRule[]>,
  known: { devices: readonly WatchedRow[]; latest: ReadonlyMap<number, Latest> },
  now: number,
): Generator<LocationLooks> {
  const devicesOf = Map.groupBy(known.devices, ({ location_id }) => location_id)
  for (const locationId of locationIds) {
    const devices = (devicesOf.get(locationId) ?? []).map((row) => toWatched(row, now))
    const values = known.latest.get(locationId)?.values ?? {}
    for (const rule of rulesOf.get(locationId) ?? [])
      yield { locationId, rule, looks: lookAtLocation(rule.terms, devices, (key) => values[key], now) }
  }
}

function toWatched(row: WatchedRow, now: number): WatchedDevice {
  const { id, key, category, newest_at: newestAt, online_since } = row
  return { id, key, category, newestAt, isReachable: online_since !== null && now - online_since >= settleMs }
}

const keyOf = (ruleId: number, locationId: number, deviceKey: string) =>
  `${ruleId} ${locationId} ${deviceKey}`

/** The states that change. `isComplete`: subjects without a look are gone, and what is remembered of them as well. */
export function judgeLocations(
  seen: Iterable<LocationLooks>,
  rows: readonly StateRow[],
  { isComplete }: { isComplete: (ruleId: number) => boolean },
): Judged {
  const before = new Map(rows.map((row) => [keyOf(row.rule_id, row.location_id, row.device_key), row]))
  const after = new Map<string, StateKey & { state: RuleState | null }>()
  for (const { locationId, rule, looks } of seen) {
    for (const look of looks) {
      const deviceKey = look.device?.key ?? ''
      const id = keyOf(rule.id, locationId, deviceKey)
      const row = before.get(id)
      const state = after.has(id) ? after.get(id)!.state : row ? toState(row) : null
      const next = judgeLook(rule.terms, state, look)
      after.set(id, { ruleId: rule.id, locationId, deviceKey, state: next })
    }
  }
  const judged: Judged = { saved: [], deleted: [] }
  for (const [id, { state, ...key }] of after) {
    const row = before.get(id)
    if (state !== null && !isAlike(state, row)) judged.saved.push({ ...key, state })
    else if (state === null && row) judged.deleted.push(key)
  }
  for (const [id, row] of before) {
    const { rule_id: ruleId, location_id: locationId, device_key: deviceKey } = row
    if (!after.has(id) && isComplete(ruleId)) judged.deleted.push({ ruleId, locationId, deviceKey })
  }
  return judged
}

const isAlike = (state: RuleState, row: StateRow | undefined) =>
  row !== undefined &&
  row.since === state.since &&
  row.newest === state.newest &&
  row.value === state.value &&
  row.is_raised === state.isRaised
