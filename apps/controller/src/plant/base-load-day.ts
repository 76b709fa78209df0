import { loadModels } from './load-kinds.ts'
import type { LocalDay } from './local-day.ts'
import type { PlantConfig } from './plant-config.ts'
import { createRandom, hash32, random01, valueNoise } from './random.ts'

/** Modelled base load of each minute of a day, W: standby, cycling fridges, activity by the hour, and appliances. */
export function calculateBaseLoadDay(
  config: PlantConfig,
  day: LocalDay,
  wallMinutes: Uint16Array,
): Float64Array {
  const model = loadModels[config.loadKind]
  const kindOfDay = day.weekday === 7 ? 2 : day.weekday === 6 ? 1 : 0
  const activityW = model.activityW[kindOfDay]
  const winter = Math.cos((2 * Math.PI * (day.dayOfYear - 14)) / 365.25) * (config.latitude < 0 ? -1 : 1)
  const mood = 0.8 + 0.4 * random01(config.seed, day.dayNumber, 1)
  const season = (1 + model.winterShare * winter) * mood
  const power = new Float64Array(day.minutes)
  for (let minute = 0; minute < day.minutes; minute++) {
    // Defined at the half hours, so that the hours blend into each other.
    const hour = wallMinutes[minute]! / 60 - 0.5
    const left = Math.floor(hour)
    const a = activityW[(left + 24) % 24]!
    const b = activityW[(left + 1) % 24]!
    const absolute = day.startMs / 60_000 + minute
    const flicker = 0.7 + 0.6 * valueNoise(config.seed + 11, absolute / 7)
    const cycling = isCycling(config.seed, absolute, model.cyclingShare) ? model.cyclingW : 0
    power[minute] = model.standbyW + cycling + (a + (b - a) * (hour - left)) * season * flicker
  }
  addAppliances(power, config, day, wallMinutes, kindOfDay)
  for (let minute = 0; minute < day.minutes; minute++) power[minute]! *= config.loadScale
  return power
}

/** On for its share of each period of about 40 minutes, shifted randomly. */
function isCycling(seed: number, absoluteMinute: number, share: number): boolean {
  const period = Math.floor(absoluteMinute / 40)
  const start = random01(seed, period, 2) * 40 * (1 - share)
  const inPeriod = absoluteMinute - period * 40
  return inPeriod >= start && inPeriod < start + 40 * share
}

function addAppliances(
  power: Float64Array,
  config: PlantConfig,
  day: LocalDay,
  wallMinutes: Uint16Array,
  kindOfDay: 0 | 1 | 2,
): void {
  const random = createRandom(hash32(config.seed, day.dayNumber, 3))
  for (const appliance of loadModels[config.loadKind].appliances) {
    const mean = appliance.perDay[kindOfDay]
    const starts = Math.floor(mean) + (random() < mean - Math.floor(mean) ? 1 : 0)
    for (let n = 0; n < starts; n++) {
      const [from, to] = appliance.startHours
      const wallStart = (from + (to - from) * random()) * 60
      let minute = wallMinutes.findIndex((wall) => wall >= wallStart)
      const strength = 0.92 + 0.16 * random()
      if (minute < 0) continue
      for (const [powerW, minutes] of appliance.stages) {
        // A run past midnight ends there: a day depends on nothing but itself.
        const end = Math.min(day.minutes, minute + minutes)
        for (; minute < end; minute++) power[minute]! += powerW * strength
      }
    }
  }
}
