/**
 * Cell temperatures of a series, °C: the heat balance of a module with its thermal mass, as PVWatts uses it (Fuentes,
 * SAND85-0330, 1987). Irradiance in W/m², air in °C, wind in m/s at `windHeightM`.
 */
export interface FuentesOptions {
  /** Installed nominal operating temperature, °C: 45 on a rack, 49 on a roof. */
  installedNominalC: number
  stepHours: number
  moduleHeightM?: number
  windHeightM?: number
}

const boltzmann = 5.669e-8
const emissivity = 0.84
const absorption = 0.83
const kelvin = 273.15
/** Conditions of the nominal temperature: 800 W/m², 20 °C, 1 m/s; sky temperature of that air. */
const nominalWm2 = 800
const nominalAir = 293.15
const nominalSky = 282.21
/** Thermal mass of a module on a rack, J/m²K, and the diameter that air flows along (of 0.31579 × 1.2 m), m. */
const rackCapacity = 11_000
const diameter = 0.5
/** Sine of the tilt of 30° that the model assumes for rising air. */
const sineOfTilt = 0.5
const iterations = 10

export function fuentesTemperatures(
  planeWm2: ArrayLike<number>,
  airC: ArrayLike<number>,
  windMs: ArrayLike<number>,
  { installedNominalC, stepHours, moduleHeightM = 5, windHeightM = 9.144 }: FuentesOptions,
): Float64Array {
  const nominal = describeNominal(installedNominalC + kelvin)
  const found = new Float64Array(planeWm2.length)
  let before = nominalAir
  let heatBefore = 0
  for (let step = 0; step < planeWm2.length; step++) {
    const air = airC[step]! + kelvin
    const heat = planeWm2[step]! * absorption
    const sky = 0.68 * 0.0552 * air ** 1.5 + 0.32 * air
    const wind = windMs[step]! * (moduleHeightM / windHeightM) ** 0.2 + 1e-4
    let module = before
    for (let round = 0; round < iterations; round++) {
      const convection =
        nominal.bothSides * convectionOfFace((module + air) / 2, wind, Math.abs(module - air), true)
      const toSky = radiation(module, sky)
      const ground = air + nominal.groundShare * (module - air)
      const toGround = radiation(module, ground)
      const total = convection + toSky + toGround
      const decay = (-total / nominal.capacity) * stepHours * 3600
      const kept = decay > -10 ? Math.exp(decay) : 0
      const settled =
        convection * air + toSky * sky + toGround * ground + heatBefore + (heat - heatBefore) / decay
      module = before * kept + ((1 - kept) * settled + heat - heatBefore) / total
    }
    found[step] = module - kelvin
    before = module
    heatBefore = heat
  }
  return found
}

/** From the nominal conditions: how much both sides cool against the front, how warm the ground is, the thermal mass. */
function describeNominal(nominal: number) {
  const rise = nominal - nominalAir
  const face = convectionOfFace((nominal + nominalAir) / 2, 1, rise, false)
  const toAirGround = emissivity * boltzmann * (nominal ** 2 + nominalAir ** 2) * (nominal + nominalAir)
  const backShare =
    (absorption * nominalWm2 - emissivity * boltzmann * (nominal ** 4 - nominalSky ** 4) - face * rise) /
    ((toAirGround + face) * rise)
  const unclipped = (nominal ** 4 - backShare * (nominal ** 4 - nominalAir ** 4)) ** 0.25
  const ground = Math.min(Math.max(unclipped, nominalAir), nominal)
  const radiated = emissivity * boltzmann * (2 * nominal ** 4 - nominalSky ** 4 - ground ** 4)
  return {
    groundShare: (ground - nominalAir) / rise,
    bothSides: (absorption * nominalWm2 - radiated) / (face * rise),
    capacity: rackCapacity * (1 + Math.max(nominal - 321.15, 0) / 12),
  }
}

function radiation(one: number, other: number): number {
  return emissivity * boltzmann * (one ** 2 + other ** 2) * (one + other)
}

/** Convection of one face, W/m²K: air driven by wind (laminar or turbulent) and air that rises by its warmth. */
function convectionOfFace(meanK: number, wind: number, rise: number, mayBeTurbulent: boolean): number {
  const density = (0.003484 * 101_325) / meanK
  const viscosity = (0.24237e-6 * meanK ** 0.76) / density
  const conductivity = 2.1695e-4 * meanK ** 0.84
  const reynolds = (wind * diameter) / viscosity
  const driven =
    mayBeTurbulent && reynolds > 1.2e5
      ? ((0.0282 / reynolds ** 0.2) * density * wind * 1007) / 0.71 ** 0.4
      : ((0.86 / reynolds ** 0.5) * density * wind * 1007) / 0.71 ** 0.67
  const grashof = ((9.8 / meanK) * rise * diameter ** 3 * sineOfTilt) / viscosity ** 2
  const rising = (0.21 * (grashof * 0.71) ** 0.32 * conductivity) / diameter
  return (rising ** 3 + driven ** 3) ** (1 / 3)
}
