import type { SoftwareState } from './software-state.ts'

/** So often a new version is started before it counts as broken; a power cut must not be enough. */
const mostStarts = 3

/**
 * Which version is started, null for the program of the machine itself, and the state to store before. A new version that was
 * not connected to the cloud in any of its starts gives way to the one before.
 */
export function chooseVersion(
  state: SoftwareState,
  { base, has }: { base: string; has(version: string): boolean },
): { version: string | null; state: SoftwareState } {
  const { trial } = state
  const failed = (detail: string) =>
    trial ? { actionId: trial.actionId, isSuccess: false, detail, isTold: false } : state.ended
  if (state.base !== base) {
    const ended = failed('another version was installed on the machine meanwhile')
    return { version: null, state: { base, current: null, trial: null, ended } }
  }
  const before = state.current !== null && has(state.current) ? state.current : null
  if (!trial) return { version: before, state }
  if (trial.starts < mostStarts && has(trial.version)) {
    const next = { ...trial, starts: trial.starts + 1 }
    return { version: trial.version, state: { ...state, trial: next } }
  }
  const ended = failed(
    `version ${trial.version} was not connected after ${mostStarts} starts; ${before ?? base} runs again`,
  )
  return { version: before, state: { base, current: before, trial: null, ended } }
}
