import type { OfficialMeter } from '@ohmstead/contract/demo-fleet'
import type { PlantConfig } from './plant-config.ts'
import { replayRegisters } from './plant-history.ts'
import { createPlantState } from './plant-state.ts'

const quarterMs = 900_000

/**
 * What the operator's meter at the connection of a plant has counted from a quarter-hour on until the end of the plant's
 * past, which begins later: the same energy as the plant's own meter.
 */
export function readOfficialMeter(
  config: PlantConfig,
  sinceMs: number,
  past: { fromMs: number; untilMs: number },
): OfficialMeter {
  const untilMs = Math.floor(past.untilMs / quarterMs) * quarterMs
  const borderMs = Math.min(untilMs, Math.ceil(past.fromMs / quarterMs) * quarterMs)
  const parts = [
    countQuarters(config, [sinceMs, sinceMs], borderMs),
    countQuarters(config, [past.fromMs, borderMs], untilMs),
  ]
  return {
    fromMs: sinceMs,
    importWh: parts.flatMap(({ importWh }) => importWh),
    exportWh: parts.flatMap(({ exportWh }) => exportWh),
  }
}

function countQuarters(
  config: PlantConfig,
  [beginMs, fromMs]: [beginMs: number, fromMs: number],
  untilMs: number,
): Omit<OfficialMeter, 'fromMs'> {
  const samples = replayRegisters(config, createPlantState(config, beginMs), untilMs + 1, quarterMs).filter(
    ({ ts }) => ts >= fromMs,
  )
  const count = (register: string) =>
    samples.slice(1).map(({ values }, at) => {
      const [before, after] = [samples[at]!.values[register] as number, values[register] as number]
      return Math.round((after - before) * 10) / 10
    })
  return { importWh: count('grid/energy_import'), exportWh: count('grid/energy_export') }
}
