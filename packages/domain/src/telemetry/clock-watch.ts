/** A message that brings its own times: how far its newest one is ahead of the arrival (ms, negative behind). */
interface Measured {
  readonly offsetMs: number
  /** Epoch ms. */
  readonly arrivedAt: number
}

export interface ClockVerdict {
  /** How far the clock is ahead of ours, in ms; negative where it is behind. */
  readonly offsetMs: number
  readonly isWrong: boolean
  /** Epoch ms. */
  readonly checkedAt: number
}

/** What is remembered of the clock that stamps a controller's readings. */
export interface ClockWatch {
  /** Arrival of the first message of the window under way (epoch ms). */
  readonly startedAt: number
  /** The least delayed message of the window under way; null before there was one. */
  readonly current: Measured | null
  /** That of the window before. */
  readonly previous: Measured | null
  /** The newest verdict; null while nothing can be said. */
  readonly verdict: ClockVerdict | null
}

export const unwatchedClock: ClockWatch = { startedAt: 0, current: null, previous: null, verdict: null }

const minuteMs = 60_000
const windowMs = 10 * minuteMs
/** Beyond this a clock is wrong, */
export const clockWrongBeyondMs = 2 * minuteMs
/** and once it was, it is right again within this. */
const rightWithinMs = minuteMs
const steadyWithinMs = minuteMs
const steadyShare = steadyWithinMs / windowMs

/**
 * Takes note of one live message. Whatever delays it makes the clock look behind, so of the messages of ten minutes the
 * least delayed counts; the first message after them ends the window. The same object comes back where nothing changes.
 */
export function noteClockOffset(watch: ClockWatch, { offsetMs, arrivedAt }: Measured): ClockWatch {
  const { startedAt, current, previous } = watch
  if (current !== null && arrivedAt - startedAt < windowMs)
    return offsetMs > current.offsetMs ? { ...watch, current: { offsetMs, arrivedAt } } : watch
  return {
    startedAt: arrivedAt,
    current: { offsetMs, arrivedAt },
    previous: current,
    verdict: current === null ? watch.verdict : judgeWindow(watch.verdict, previous, current, arrivedAt),
  }
}

/**
 * One window close to ours is enough to call a clock right; to call it wrong takes two that follow each other and agree.
 * A controller that works off a backlog has an offset that runs, and says nothing about its clock.
 */
function judgeWindow(
  verdict: ClockVerdict | null,
  previous: Measured | null,
  ended: Measured,
  checkedAt: number,
): ClockVerdict | null {
  const { offsetMs } = ended
  if (Math.abs(offsetMs) <= rightWithinMs) return { offsetMs, isWrong: false, checkedAt }
  if (previous === null || !isSteady(previous, ended)) return verdict
  const isBeyond = Math.min(Math.abs(previous.offsetMs), Math.abs(offsetMs)) > clockWrongBeyondMs
  return { offsetMs, isWrong: isBeyond || verdict?.isWrong === true, checkedAt }
}

/** Less than a minute apart, and where the two messages arrived close together, less in the same proportion. */
function isSteady(previous: Measured, ended: Measured): boolean {
  const runMs = Math.abs(ended.offsetMs - previous.offsetMs)
  const betweenMs = ended.arrivedAt - previous.arrivedAt
  return runMs < steadyWithinMs && runMs < steadyShare * betweenMs
}
