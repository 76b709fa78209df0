import type { LinkStore } from './link/link-store.ts'
import { splitSamples } from './link/send-past.ts'
import { advancePlant, createPlant } from './plant/advance-plant.ts'
import type { PlantConfig } from './plant/plant-config.ts'
import { automatic, type PlantControl } from './plant/plant-control.ts'
import { replayRegisters } from './plant/plant-history.ts'
import type { PlantState } from './plant/plant-state.ts'

/** The link accepts nothing older than 400 days. */
const oldestMs = 399 * 86_400_000

/**
 * During a pause the simulated plant continues: its registers are computed from the state
 * at which it stopped, stored as history to be sent, and the plant is at `now`. Nothing on a first start.
 */
export function fillGap(store: LinkStore, config: PlantConfig, now: number, stepSeconds: number): void {
  const state = store.readDocument<PlantState>('plant')
  if (!state || state.ts >= now) return
  const control = { ...automatic, ...store.readDocument<Partial<PlantControl>>('control') }
  const plant = createPlant(config)
  advancePlant(plant, state, Math.max(state.ts + 1, now - oldestMs), control)
  const samples = replayRegisters(config, state, now, stepSeconds * 1000, control)
  advancePlant(plant, state, now, control)
  store.transaction(() => {
    for (const message of splitSamples(samples)) store.keep(message, stepSeconds, null)
    store.writeDocument('plant', state)
  })
}
