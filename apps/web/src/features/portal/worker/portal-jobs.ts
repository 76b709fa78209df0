import { buildProfile } from './portal-readings.ts'

/**
 * What the worker can be asked: `(readings, input, report) => answer`, each fetched when it is first asked for. A page adds
 * its own line; `readings` are those of the selection, `report` tells how far a slow answer is (0 to 1)
 * and throws where nobody waits for it any more.
 */
export const portalJobs = {
  profile: async () => buildProfile,
  summary: async () => (await import('../data/summarise-readings.ts')).summariseReadings,
  'battery-sweep': async () => (await import('../../battery/sweep-battery.ts')).sweepBattery,
  'solar-estimate': async () => (await import('../../solar/estimate-solar.ts')).estimateSolar,
  'battery-week': async () => (await import('../../battery/run-battery-week.ts')).runBatteryWeek,
}

type Jobs = typeof portalJobs
export type JobName = keyof Jobs
type Job<K extends JobName> = Awaited<ReturnType<Jobs[K]>>
export type JobInput<K extends JobName> =
  Parameters<Job<K>> extends [unknown, infer Input, ...unknown[]] ? Input : null
export type JobAnswer<K extends JobName> = Awaited<ReturnType<Job<K>>>

/** Which readings: another import of the same days has another `version`. */
export interface ReadingsKey {
  deviceId: number
  from: string
  to: string
  version: string
}

export interface WorkerQuestion {
  id: number
  name: JobName
  key: ReadingsKey
  input: unknown
}

/** Said once, before the first question. */
export interface ApiHostMessage {
  apiHost: string | null
}

export type WorkerMessage =
  | { id: number; kind: 'answer'; answer: unknown }
  | { id: number; kind: 'progress'; progress: number }
  | { id: number; kind: 'failed'; code: string; message: string }
