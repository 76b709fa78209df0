import type { AlarmsEvent, ControllerEvent, LatestEvent } from '@ohmstead/contract/live-events'

export interface LiveValue {
  ts: number
  value: number | boolean | string | null
}

/** What is known live of one location. Never changed in place: a new object says that something is new. */
export interface LiveLocation {
  /** Metric key `<device>/<metric>` → newest value. */
  values: Readonly<Record<string, LiveValue>>
  /** The newest reading's instant. */
  ts: number | null
  /** Open alarms that nobody has marked as seen; null until told. */
  unseenAlarms: number | null
  /** Controller id → connected; only those that were heard of since. */
  controllers: Readonly<Record<number, boolean>>
}

export const unknownLocation: LiveLocation = { values: {}, ts: null, unseenAlarms: null, controllers: {} }

/** Newer values replace older ones; one that arrives late changes nothing. */
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
