import type { Weather } from './estimate-solar-yield.ts'
import { type Place, sunPosition } from './sun-position.ts'

const degree = Math.PI / 180
const hourMs = 3_600_000
/** Below this clear-sky irradiance, W/m², an hour is too dark for a comparison. */
const leastClearWm2 = 10

/** Light of a cloudless sky on level ground, W/m² (Haurwitz, 1945). */
export function clearSky(zenith: number): number {
  const cosine = Math.cos(zenith * degree)
  return cosine > 0 ? 1098 * cosine * Math.exp(-0.057 / cosine) : 0
}

/**
 * Splits weather into shorter steps: clouds (light relative to a clear sky) and the diffuse share change evenly between
 * the middles of the steps, while the sun moves. The mean of the global irradiance over each step is preserved.
 * Longer steps understate feed-in and clipping by the inverter.
 */
export function refineWeather(weather: Weather, place: Place, parts: number): Weather {
  const steps = weather.globalWm2.length
  const stepHours = weather.stepHours / parts
  const zeniths = Float64Array.from(
    { length: steps * parts },
    (_, part) => sunPosition(weather.firstStartMs + (part + 0.5) * stepHours * hourMs, place).apparentZenith,
  )
  const clear = zeniths.map(clearSky)
  const clouds = new Float64Array(steps)
  const diffuseShare = new Float64Array(steps)
  for (let step = 0; step < steps; step++) {
    const mean = meanOf(clear, step, parts)
    const globalWm2 = weather.globalWm2[step]!
    clouds[step] = mean > leastClearWm2 ? globalWm2 / mean : 0
    diffuseShare[step] = globalWm2 > 0 ? Math.min(weather.diffuseWm2[step]! / globalWm2, 1) : 1
  }
  const refined: Weather = {
    firstStartMs: weather.firstStartMs,
    stepHours,
    sunAt: 0.5,
    globalWm2: clear.map((one, part) => one * between(clouds, part, parts)),
    directWm2: new Float64Array(steps * parts),
    diffuseWm2: new Float64Array(steps * parts),
    airC: Float64Array.from(clear, (_, part) => between(weather.airC, part, parts)),
    windMs: Float64Array.from(clear, (_, part) => between(weather.windMs, part, parts)),
  }
  keepMeans(refined.globalWm2, weather.globalWm2, parts)
  refined.globalWm2.forEach((globalWm2, part) => {
    const diffuse = globalWm2 * Math.min(between(diffuseShare, part, parts), 1)
    const cosine = Math.cos(zeniths[part]! * degree)
    refined.diffuseWm2[part] = diffuse
    refined.directWm2[part] = cosine > 0.02 ? Math.min((globalWm2 - diffuse) / cosine, 1100) : 0
  })
  return refined
}

function meanOf(values: Float64Array, step: number, parts: number): number {
  let sum = 0
  for (let part = step * parts; part < (step + 1) * parts; part++) sum += values[part]!
  return sum / parts
}

/** Linear between the middles of the steps, even beyond the first and the last. */
function between(values: Float64Array, part: number, parts: number): number {
  const place = Math.min(Math.max((part + 0.5) / parts - 0.5, 0), values.length - 1)
  const low = Math.floor(place)
  const high = Math.min(low + 1, values.length - 1)
  return values[low]! + (place - low) * (values[high]! - values[low]!)
}

function keepMeans(refined: Float64Array, coarse: Float64Array, parts: number): void {
  coarse.forEach((wanted, step) => {
    const mean = meanOf(refined, step, parts)
    for (let part = step * parts; part < (step + 1) * parts; part++) {
      refined[part] = mean > 0 ? (refined[part]! * wanted) / mean : wanted
    }
  })
}
