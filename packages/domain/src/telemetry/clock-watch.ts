/** A message with its own times: how far its newest one is ahead of the arrival (ms, negative if behind). */
interface Measured {
  readonly offsetMs: number
  /** Epoch ms. */
  readonly arrivedAt: number
}

export interface ClockVerdict {
  /** How far the clock is ahead of the server's, in ms; negative if it is behind. */
  readonly offsetMs: number
  readonly isWrong: boolean
  /** Epoch ms. */
  readonly checkedAt: number
}

/** What is remembered about the clock that stamps a controller's readings. */
export interface ClockWatch {
  /** Arrival of the first message of the current window (epoch ms). */
  readonly startedAt: number
  /** The offset of the least delayed message of the current window; null before the first one. */
  readonly current: Measured | null
  /** The same of the previous window. */
  readonly previous: Measured | null
  /** The newest verdict; null while there is none. */
  readonly verdict: ClockVerdict | null
}

export const unwatchedClock: ClockWatch = { startedAt: 0, current: null, previous: null, verdict: null }

const minuteMs = 60_000
const windowMs = 10 * minuteMs
/** A clock further off than this is wrong, */
export const clockWrongBeyondMs = 2 * minuteMs
/** and a wrong one is right again within this. */
const rightWithinMs = minuteMs
const steadyWithinMs = minuteMs
const steadyShare = steadyWithinMs / windowMs

/**
 * Records one live message. Any delay makes the clock look slow, so the least delayed message of ten minutes counts;
 * the first message after that ends the window. Returns the same object if nothing changes.
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
 * One window close to server time is enough to call a clock right; calling it wrong takes two consecutive ones that agree.
 * A controller that works off a backlog has a drifting offset, which says nothing about its clock.
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

/** Less than a minute apart, or proportionally less if the two messages arrived close together. */
function isSteady(previous: Measured, ended: Measured): boolean {
  const runMs = Math.abs(ended.offsetMs - previous.offsetMs)
  const betweenMs = ended.arrivedAt - previous.arrivedAt
  return runMs < steadyWithinMs && runMs < steadyShare * betweenMs
}
