import { type Mounting, sandiaTemperature } from './cell-temperature.ts'
import { fuentesTemperatures } from './fuentes-temperature.ts'
import { glassTransmission } from './glass-transmission.ts'
import { middleOfLight } from './middle-of-light.ts'
import { extraterrestrial, type Plane, planeIrradiance } from './plane-irradiance.ts'
import { dcPower, defaultLosses, inverterPower } from './pvwatts-power.ts'
import { type Place, sunPosition } from './sun-position.ts'

/** Weather in even steps. Irradiances are means of the step, W/m². */
export interface Weather {
  /** Epoch milliseconds of the first step's start. */
  firstStartMs: number
  stepHours: number
  globalWm2: Float64Array
  directWm2: Float64Array
  diffuseWm2: Float64Array
  airC: Float64Array
  windMs: Float64Array
  /**
   * Where in the step the sun is assumed, as a share of its length: 0.5 for means over the step, 0 for values at its
   * start. `lit` is the middle of the part in which the sun is up: more accurate for the hours of sunrise and sunset, and
   * the convention of PVWatts.
   */
  sunAt?: number | 'lit'
}

export interface SolarPlant {
  plane: Plane
  peakW: number
  /** Largest DC input of the inverter, W; null for as much as the modules supply. */
  inverterLimitW?: number | null
  inverterEfficiency?: number
  /** Change of power per °C. */
  temperatureCoefficient?: number
  /** All losses between modules and inverter, as a share. */
  losses?: number
  albedo?: number
  mounting?: Mounting
  /** `sandia`: instantaneous (King); `fuentes`: with thermal mass, as PVWatts. */
  temperatureModel?: 'sandia' | 'fuentes'
}

export interface SolarYield {
  /** Mean power of each step, W. */
  acW: Float64Array
  dcW: Float64Array
  planeWm2: Float64Array
  cellC: Float64Array
  /** Sum of the alternating current, kWh. */
  totalKwh: number
}

const installedNominal: Record<Mounting, number> = { openRack: 45, closeToRoof: 49, insulatedBack: 49 }
const dayMs = 86_400_000

/** What a plant yields in given weather: sun, tilted plane (Perez), glass, cell temperature, PVWatts module and inverter. */
export function estimateSolarYield(weather: Weather, place: Place, plant: SolarPlant): SolarYield {
  const steps = weather.globalWm2.length
  const { mounting = 'openRack', temperatureModel = 'sandia' } = plant
  const planeWm2 = new Float64Array(steps)
  const effectiveWm2 = new Float64Array(steps)
  for (let step = 0; step < steps; step++) illuminate(step, weather, place, plant, planeWm2, effectiveWm2)
  const cellC =
    temperatureModel === 'fuentes'
      ? fuentesTemperatures(planeWm2, weather.airC, weather.windMs, {
          installedNominalC: installedNominal[mounting],
          stepHours: weather.stepHours,
        })
      : planeWm2.map(
          (one, step) => sandiaTemperature(one, weather.airC[step]!, weather.windMs[step]!, mounting).cellC,
        )
  return addUp(weather, plant, planeWm2, effectiveWm2, cellC)
}

function illuminate(
  step: number,
  weather: Weather,
  place: Place,
  plant: SolarPlant,
  planeWm2: Float64Array,
  effectiveWm2: Float64Array,
): void {
  const globalWm2 = weather.globalWm2[step]!
  const directWm2 = weather.directWm2[step]!
  const diffuseWm2 = weather.diffuseWm2[step]!
  if (globalWm2 <= 0 && directWm2 <= 0 && diffuseWm2 <= 0) return
  const stepMs = weather.stepHours * 3_600_000
  const startMs = weather.firstStartMs + step * stepMs
  const { sunAt = 0.5 } = weather
  const atMs = startMs + (sunAt === 'lit' ? middleOfLight(startMs, startMs + stepMs, place) : sunAt) * stepMs
  const sun = sunPosition(atMs, place)
  const direction = { zenith: sun.apparentZenith, azimuth: sun.azimuth }
  const extra = extraterrestrial(dayOfYear(atMs))
  const irradiance = { globalWm2, directWm2, diffuseWm2 }
  const plane = planeIrradiance(irradiance, direction, plant.plane, extra, plant.albedo ?? 0.25)
  planeWm2[step] = plane.direct + plane.sky + plane.ground
  effectiveWm2[step] = plane.direct * glassTransmission(plane.incidence) + plane.sky + plane.ground
}

function addUp(
  weather: Weather,
  plant: SolarPlant,
  planeWm2: Float64Array,
  effectiveWm2: Float64Array,
  cellC: Float64Array,
): SolarYield {
  const { peakW, temperatureCoefficient = -0.0047, losses = defaultLosses, inverterEfficiency = 0.96 } = plant
  const limitW = plant.inverterLimitW ?? peakW
  const dcW = effectiveWm2.map(
    (one, step) => dcPower(one, cellC[step]!, peakW, temperatureCoefficient) * (1 - losses),
  )
  const acW = dcW.map((one) => inverterPower(one, limitW, inverterEfficiency))
  const totalKwh = acW.reduce((sum, one) => sum + one, 0) * (weather.stepHours / 1000)
  return { acW, dcW, planeWm2, cellC, totalKwh }
}

function dayOfYear(atMs: number): number {
  const year = new Date(atMs).getUTCFullYear()
  return Math.floor((atMs - Date.UTC(year, 0, 1)) / dayMs) + 1
}
