import { getPosition } from 'suncalc'
import {
  calculateClearSkyGhi,
  calculateCloudFactor,
  calculateCosIncidence,
  calculateDiffuseShare,
  calculateExtraterrestrialDni,
  calculateGroundDiffuse,
  calculateIsotropicDiffuse,
} from './irradiance.ts'
import type { LocalDay } from './local-day.ts'
import type { PlantConfig, PvConfig } from './plant-config.ts'
import { calculatePvPower } from './pv-power.ts'
import { calculateCloudiness } from './weather.ts'

const stepMinutes = 5
const degrees = Math.PI / 180

/**
 * Available power of a plane in each minute of a day, W. The sun's position is computed every five minutes (suncalc,
 * better than 0.02° against the NREL algorithm) and its cosines are interpolated; clouds are computed every minute.
 */
export function calculatePvDay(
  config: PlantConfig,
  pv: PvConfig,
  day: LocalDay,
  outdoorC: Float64Array,
): Float64Array {
  const power = new Float64Array(day.minutes)
  const extraterrestrial = calculateExtraterrestrialDni(day.dayOfYear)
  let previous = sunCosines(config, pv, day.startMs)
  for (let from = 0; from < day.minutes; from += stepMinutes) {
    const next = sunCosines(config, pv, day.startMs + (from + stepMinutes) * 60_000)
    for (let offset = 0; offset < stepMinutes && from + offset < day.minutes; offset++) {
      const share = (offset + 0.5) / stepMinutes
      const cosZenith = previous.zenith + (next.zenith - previous.zenith) * share
      if (cosZenith <= 0.01) continue
      const cosIncidence = Math.max(0, previous.incidence + (next.incidence - previous.incidence) * share)
      const minute = from + offset
      const cloudiness = calculateCloudiness(
        config.weatherSeed,
        day.startMs + minute * 60_000,
        config.latitude,
      )
      const ghi = calculateClearSkyGhi(cosZenith) * calculateCloudFactor(cloudiness)
      const dhi = ghi * calculateDiffuseShare(ghi / (extraterrestrial * cosZenith))
      const beam = Math.min((ghi - dhi) / cosZenith, extraterrestrial) * cosIncidence
      const onPlane =
        beam +
        calculateIsotropicDiffuse(pv.tiltDegrees, dhi) +
        calculateGroundDiffuse(pv.tiltDegrees, ghi, 0.2)
      power[minute] = calculatePvPower(onPlane, outdoorC[minute]!, pv)
    }
    previous = next
  }
  return power
}

function sunCosines(config: PlantConfig, pv: PvConfig, ts: number): { zenith: number; incidence: number } {
  const { altitude, azimuth } = getPosition(new Date(ts), config.latitude, config.longitude)
  return {
    zenith: Math.sin(altitude * degrees),
    incidence: calculateCosIncidence(pv.tiltDegrees, pv.azimuthDegrees, altitude, azimuth),
  }
}
