import { advancePlant, createPlant } from '../plant/advance-plant.ts'
import type { PlantConfig } from '../plant/plant-config.ts'
import { automatic } from '../plant/plant-control.ts'
import { calculateHistory } from '../plant/plant-history.ts'
import { readPlant, type Values } from '../plant/plant-readings.ts'

/** The meter has no memory: at each start it counts from this day on, so that its registers continue after a restart. */
const firstDayMs = Date.UTC(2025, 0, 1)

/** Reads a plant's meter at an interval and passes on the values; returns a function to stop it. */
export function runP1Meter(options: {
  config: PlantConfig
  clock: { now(): number }
  periodMs: number
  post(reading: { ts: number; values: Values }): void
}): () => Promise<void> {
  const { config, clock, periodMs } = options
  const state = calculateHistory(config, firstDayMs, clock.now()).end
  const plant = createPlant(config)
  let timer: NodeJS.Timeout
  const read = () => {
    const ts = Math.floor(clock.now() / periodMs) * periodMs
    if (ts > state.ts) {
      advancePlant(plant, state, ts, automatic)
      options.post({ ts, values: readPlant(plant, state, automatic) })
    }
    timer = setTimeout(read, periodMs - (clock.now() % periodMs) + 5)
  }
  read()
  return async () => clearTimeout(timer)
}
