import { advancePlant, createPlant, type Plant } from './advance-plant.ts'
import { calculateDayNumber, calculateLocalDay } from './local-day.ts'
import type { PlantConfig } from './plant-config.ts'
import { automatic, type PlantControl } from './plant-control.ts'
import { readRegisters, type Values } from './plant-readings.ts'
import { createPlantState, type PlantState } from './plant-state.ts'

export interface PlantHistory {
  /** The state at the start of each day, oldest first. */
  days: { dayNumber: number; state: PlantState }[]
  /** The state at the end. */
  end: PlantState
}

/**
 * Runs a plant through its whole past once, oldest day first, and keeps its state at each local midnight. From there
 * any day can be replayed by itself: that is how history is sent newest day first with continuous registers.
 * A year takes some tenths of a second, so only the beginning has to be stored.
 */
export function calculateHistory(config: PlantConfig, fromMs: number, untilMs: number): PlantHistory {
  const plant = createPlant(config)
  const state = createPlantState(config, fromMs)
  const days: PlantHistory['days'] = []
  while (state.ts < untilMs) {
    const day = calculateLocalDay(config.timeZone, calculateDayNumber(config.timeZone, state.ts))
    days.push({ dayNumber: day.dayNumber, state: { ...state } })
    advancePlant(plant, state, Math.min(day.endMs, untilMs), automatic)
  }
  return { days, end: state }
}

/** Registers each `stepMs` (multiples of it since 1970) from a state on, including that instant if it fits, until `untilMs` (exclusive). */
export function replayRegisters(
  config: PlantConfig,
  from: PlantState,
  untilMs: number,
  stepMs: number,
  control: PlantControl = automatic,
): { ts: number; values: Values }[] {
  const plant: Plant = createPlant(config)
  const state = { ...from }
  const samples: { ts: number; values: Values }[] = []
  for (let ts = Math.ceil(from.ts / stepMs) * stepMs; ts < untilMs; ts += stepMs) {
    advancePlant(plant, state, ts, control)
    samples.push({ ts, values: readRegisters(config, state) })
  }
  return samples
}
