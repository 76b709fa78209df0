import type { Db } from '../../platform/db/db.ts'
import { type ControllerState, stateKey } from './telemetry-state.ts'

/**
 * The states that this process wrote last, so that a batch does not read again what the one before it has written. One
 * is only believed if the database still has it in the same version, so that any number of writers may have one.
 */
export interface StateMemory {
  /** Hands the states out: whoever has changed and committed them gives them back. */
  take(controllers: readonly { locationId: number; controllerId: number }[]): ControllerState[]
  give(states: readonly ControllerState[]): void
}

/** Some 50 MB. The controllers that have been silent longest are forgotten first. */
const mostMetrics = 200_000

export function createStateMemory(limit = mostMetrics): StateMemory {
  const kept = new Map<string, { state: ControllerState; metrics: number }>()
  let metrics = 0

  function remove(key: string): ControllerState | undefined {
    const found = kept.get(key)
    if (!found) return undefined
    kept.delete(key)
    metrics -= found.metrics
    return found.state
  }

  return {
    take: (controllers) => controllers.flatMap((of) => remove(stateKey(of)) ?? []),
    give(states) {
      for (const state of states) {
        const key = stateKey(state)
        remove(key)
        const own = Object.keys(state.latest).length + state.energy.size
        kept.set(key, { state, metrics: own })
        metrics += own
      }
      for (const key of kept.keys()) {
        if (metrics <= limit) break
        remove(key)
      }
    },
  }
}

const memories = new WeakMap<Db, StateMemory>()

/** One for each open database. */
export function memoryOf(db: Db): StateMemory {
  const known = memories.get(db)
  if (known) return known
  const memory = createStateMemory()
  memories.set(db, memory)
  return memory
}
