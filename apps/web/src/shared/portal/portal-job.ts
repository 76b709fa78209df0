import type { PortalReadings } from './portal-readings.ts'
import type { ReadingsKey } from './readings-key.ts'

/** Calculates with the readings of a selection; reports progress (0 to 1), which throws once nobody waits. */
type PortalWork<Input, Result> = (
  readings: PortalReadings,
  input: Input,
  report: (progress: number) => void,
) => Result | Promise<Result>

/**
 * A job of the worker, by its name. Each feature declares its own, and `app/portal-jobs.ts` registers the function
 * behind it, so that no feature needs to know another.
 */
export interface PortalJob<Input, Result> {
  name: string
  /** Never present: it ties the types of question and answer to the name. */
  work?: PortalWork<Input, Result>
}

/** `declarePortalJob<typeof sweepBattery>('battery-sweep')` */
export const declarePortalJob = <Work extends PortalWork<never, unknown>>(
  name: string,
): PortalJob<InputOf<Work>, Awaited<ReturnType<Work>>> => ({ name })

type InputOf<Work> = Work extends (readings: PortalReadings) => unknown
  ? null
  : Work extends (readings: PortalReadings, input: infer Input, ...rest: never[]) => unknown
    ? Input
    : never

export interface WorkerQuestion {
  id: number
  name: string
  key: ReadingsKey
  input: unknown
}

/** Sent once, before the first job. */
export interface ApiHostMessage {
  apiHost: string | null
}

export type WorkerMessage =
  | { id: number; kind: 'answer'; answer: unknown }
  | { id: number; kind: 'progress'; progress: number }
  | { id: number; kind: 'failed'; code: string; message: string }
