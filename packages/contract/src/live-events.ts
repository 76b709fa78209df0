import { z } from 'zod'

// The events of `GET /live`.

/** By name, each with its payload. */
export const liveEvents = {
  /** Only what changed since the last event, after a full first one. */
  latest: z
    .object({
      location_id: z.number(),
      /** The newest instant among the location's values. */
      ts: z.number().nullable(),
      values: z.record(
        z.string(),
        z.tuple([z.number(), z.union([z.number(), z.boolean(), z.string(), z.null()])]),
      ),
    })
    .meta({ id: 'LatestEvent' }),
  alarms: z
    .object({
      location_id: z.number(),
      /** Alarms that are not cleared. */
      count: z.number(),
      /** Those not acknowledged yet. */
      unseen: z.number(),
    })
    .meta({ id: 'AlarmsEvent' }),
  controller: z
    .object({ controller_id: z.number(), location_id: z.number(), online: z.boolean() })
    .meta({ id: 'ControllerEvent' }),
  job: z.object({ id: z.number() }).meta({ id: 'JobEvent' }),
  /** Events were dropped because the connection was too slow: fetch again whatever is shown. */
  resync: z.object({}).meta({ id: 'ResyncEvent' }),
}

export type LiveEvents = { [Name in keyof typeof liveEvents]: z.output<(typeof liveEvents)[Name]> }
export type LatestEvent = LiveEvents['latest']
export type AlarmsEvent = LiveEvents['alarms']
export type ControllerEvent = LiveEvents['controller']
export type JobEvent = LiveEvents['job']

/** What any process announces over the database channel `live`; readers look the values up themselves. */
export type LiveNotice =
  | { t: 'latest'; l: number[] }
  | { t: 'alarms'; l: number[] }
  | { t: 'controller'; l: number; c: number; online: boolean }
  | { t: 'job'; id: number; company: number | null; location: number | null; user: number | null }
  /** What a user may see has changed, or one of their sessions has ended. */
  | { t: 'access'; user: number }
