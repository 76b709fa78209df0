import { valueNoise } from './random.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** 0 in the middle of January, 1 in the middle of July (northern), as a wave. */
function summer(ts: number, latitude: number): number {
  const wave = (1 - Math.cos((2 * Math.PI * (ts / dayMs - 14)) / 365.2425)) / 2
  return latitude < 0 ? 1 - wave : wave
}

/** Cloudiness of these days, 0 … 1: fine and dull spells of a few days, more of them dull in winter. */
function calculateSpell(seed: number, ts: number, latitude: number): number {
  const noise = 0.7 * valueNoise(seed, ts / (2.3 * dayMs)) + 0.3 * valueNoise(seed + 1, ts / (0.6 * dayMs))
  const centre = 0.3 + 0.15 * summer(ts, latitude)
  return 1 / (1 + Math.exp(-9 * (noise - centre)))
}

/** Cloudiness 0 … 1 at an instant: the spell, its hours, and broken clouds that pass within minutes. */
export function calculateCloudiness(seed: number, ts: number, latitude: number): number {
  const spell = calculateSpell(seed, ts, latitude)
  const hours = valueNoise(seed + 2, ts / (1.7 * hourMs)) - 0.5
  const minutes = valueNoise(seed + 3, ts / (0.11 * hourMs)) - 0.5
  // A clear and an overcast sky are both uniform; a half-covered one flickers.
  const broken = 4 * spell * (1 - spell)
  return Math.min(1, Math.max(0, spell + (0.25 + 0.45 * broken) * hours + 0.9 * broken * minutes))
}

/** Air temperature in °C: season, spells of warm and cold days, and the solar hour, less under clouds. */
export function calculateOutdoorC(seed: number, ts: number, latitude: number, longitude: number): number {
  const season = summer(ts - 8 * dayMs, latitude)
  const swing = Math.max(4, Math.abs(latitude) * 0.46)
  const mean = 30.5 - Math.abs(latitude) * 0.43 + swing * (season - 0.5)
  const spells = 9 * (valueNoise(seed + 4, ts / (3.1 * dayMs)) - 0.5)
  const solarHour = (ts / hourMs + longitude / 15) % 24
  const daily = (2 + 3.5 * season) * (1.25 - 0.8 * calculateSpell(seed, ts, latitude))
  return mean + spells + daily * Math.cos((2 * Math.PI * (solarHour - 15)) / 24)
}
