import type { LocalDay } from './local-day.ts'
import type { EvConfig, PlantConfig } from './plant-config.ts'
import { createRandom, hash32, normal } from './random.ts'

export interface EvSession {
  arrivalMs: number
  departureMs: number
  /** The car's demand given enough time, Wh at the charger. */
  energyWh: number
}

/** The session that begins on a day, or null; arrival and departure are on whole minutes. */
export function calculateEvSession(config: PlantConfig, ev: EvConfig, day: LocalDay): EvSession | null {
  const random = createRandom(hash32(config.seed, day.dayNumber, 5))
  if (random() >= (ev.chance[day.weekday - 1] ?? 0)) return null
  const arrivalMinute = Math.round((ev.arrivalHour + 0.8 * normal(random)) * 60)
  const departureMinute = Math.round((ev.departureHour + 0.35 * normal(random)) * 60)
  const energyWh = ev.meanEnergyWh * (0.35 + 1.3 * random())
  const arrival = Math.min(Math.max(arrivalMinute, 0), day.minutes - 1)
  return {
    arrivalMs: day.startMs + arrival * 60_000,
    // A session ends before the next one can begin.
    departureMs: day.startMs + Math.max(arrival + 10, departureMinute) * 60_000,
    energyWh,
  }
}
