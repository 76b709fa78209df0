import type { Queryable } from '../../platform/db/db.ts'
import type { SeriesOwner } from './replace-series.ts'
import { findStates, saveStates, stateKey } from './telemetry-state.ts'

/** The instant of the newest reading of the device's controller. */
export async function findNewestReading(tx: Queryable, owner: SeriesOwner): Promise<number | null> {
  return (await findStates(tx, [owner])).get(stateKey(owner))!.newest
}

/**
 * At these instants, the last of them later than all readings, registers of a device become other ones. Nothing that is
 * computed changes; a writer that has not seen it begins again.
 */
export async function breakRegisters(
  tx: Queryable,
  owner: SeriesOwner,
  { metrics, breaks }: { metrics: readonly string[]; breaks: readonly number[] },
): Promise<void> {
  const state = (await findStates(tx, [owner])).get(stateKey(owner))!
  if (state.version === 0) return
  for (const metric of metrics) {
    const series = state.energy.get(`${owner.deviceKey}/${metric}`)
    if (series) series.breaks = breaks
  }
  await saveStates(tx, [state])
}
