import type { AlarmsEvent, ControllerEvent, LatestEvent } from '@ohmstead/contract/live-events'

export interface LiveValue {
  ts: number
  value: number | boolean | string | null
}

/** The live state of one location. Never mutated: a new object means that something is new. */
export interface LiveLocation {
  /** Metric key `<device>/<metric>` → newest value. */
  values: Readonly<Record<string, LiveValue>>
  /** The newest reading's instant. */
  ts: number | null
  /** Unacknowledged open alarms; null until known. */
  unseenAlarms: number | null
  /** Controller id → connected; only those with an event since. */
  controllers: Readonly<Record<number, boolean>>
}

export const unknownLocation: LiveLocation = { values: {}, ts: null, unseenAlarms: null, controllers: {} }

/** Newer values replace older ones; a late one changes nothing. */
export function applyLatest(state: LiveLocation, event: LatestEvent): LiveLocation {
  const values: Record<string, LiveValue> = { ...state.values }
  let ts = state.ts
  for (const [key, [valueTs, value]] of Object.entries(event.values)) {
    const known = values[key]
    if (known && known.ts > valueTs) continue
    values[key] = { ts: valueTs, value }
    if (ts === null || valueTs > ts) ts = valueTs
  }
  return { ...state, values, ts }
}

export function applyAlarms(state: LiveLocation, { unseen }: AlarmsEvent): LiveLocation {
  return state.unseenAlarms === unseen ? state : { ...state, unseenAlarms: unseen }
}

export function applyController(state: LiveLocation, event: ControllerEvent): LiveLocation {
  return { ...state, controllers: { ...state.controllers, [event.controller_id]: event.online } }
}
