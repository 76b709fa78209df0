// What travels over `GET /live`. Plain types without values: the browser imports them too.

/** The newest values of a location: metric key → [epoch ms, value]. Only what changed since the last event, after a full first one. */
export interface LatestEvent {
  location_id: number
  /** The newest instant among the location's values. */
  ts: number | null
  values: Record<string, [ts: number, value: number | boolean | string | null]>
}

export interface AlarmsEvent {
  location_id: number
  /** Alarms that are not cleared. */
  count: number
  /** Those of them that nobody has marked as seen. */
  unseen: number
}

export interface ControllerEvent {
  controller_id: number
  location_id: number
  online: boolean
}

export interface JobEvent {
  id: number
}

export interface LiveEvents {
  latest: LatestEvent
  alarms: AlarmsEvent
  controller: ControllerEvent
  job: JobEvent
  /** Events were left out because the connection was too slow: fetch afresh what is shown. */
  resync: Record<never, never>
}

/** What any process says over the database channel `live`; readers look the values up themselves. */
export type LiveNotice =
  | { t: 'latest'; l: number[] }
  | { t: 'alarms'; l: number[] }
  | { t: 'controller'; l: number; c: number; online: boolean }
  | { t: 'job'; id: number; company: number | null; location: number | null; user: number | null }
  /** What a user may see has changed, or a session of theirs has ended. */
  | { t: 'access'; user: number }
