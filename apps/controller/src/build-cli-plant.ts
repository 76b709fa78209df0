import { readFileSync } from 'node:fs'
import type { CliOptions } from './cli-options.ts'
import { parseMeasuredSeries } from './plant/parse-measured-series.ts'
import type { PlantConfig } from './plant/plant-config.ts'
import { createPlantConfig } from './plant/plant-presets.ts'

/** The plant requested on the command line; reads the measured series if one is named. */
export function buildCliPlant(options: CliOptions): PlantConfig {
  const seed = options.seed ?? hashText(options.serial)
  const { latitude, longitude, timeZone } = options
  const config = createPlantConfig(options.kind, {
    seed,
    weatherSeed: seed % 1000,
    latitude,
    longitude,
    timeZone,
  })
  const series = options.loadFile
    ? parseMeasuredSeries(readFileSync(options.loadFile, 'utf8'), options.fill)
    : null
  const pvKwp = options.pvKwp ?? series?.suggestedPeakKw ?? null
  if (series) config.series = series
  if (pvKwp === 0) delete config.pv
  else if (pvKwp !== null) {
    const defaults = { tiltDegrees: 32, azimuthDegrees: 180, temperatureCoefficient: -0.0035 }
    config.pv = { ...defaults, ...config.pv, peakW: pvKwp * 1000, inverterW: pvKwp * 1000 }
  }
  if (options.batteryKwh === 0) delete config.battery
  else if (options.batteryKwh !== null) {
    const powerW = Math.max(1000, options.batteryKwh * 500)
    const defaults = {
      chargeEfficiency: 0.96,
      dischargeEfficiency: 0.955,
      selfDischargePerHour: 0.00004,
      socMin: 0.1,
      socMax: 1,
    }
    config.battery = {
      ...defaults,
      ...config.battery,
      capacityWh: options.batteryKwh * 1000,
      maxChargeW: powerW,
      maxDischargeW: powerW,
    }
  }
  return config
}

function hashText(text: string): number {
  let hash = 7
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return hash % 1_000_000
}
