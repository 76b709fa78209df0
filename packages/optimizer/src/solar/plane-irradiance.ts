/** Irradiance in W/m²: global and diffuse on the horizontal, direct perpendicular to the sun. */
export interface Irradiance {
  globalWm2: number
  directWm2: number
  diffuseWm2: number
}

/** A plane: tilt from horizontal and the compass bearing it faces, degrees. */
export interface Plane {
  tilt: number
  azimuth: number
}

/** W/m² on a plane. */
export interface PlaneIrradiance {
  direct: number
  sky: number
  ground: number
  /** Degrees between the sun and the plane's normal. */
  incidence: number
}

export interface SunDirection {
  zenith: number
  azimuth: number
}

const degree = Math.PI / 180

/**
 * Irradiance on a tilted plane: the direct beam by its angle, the sky by the model of Perez (1990), the ground as an even
 * mirror. `extraWm2` is the irradiance above the atmosphere.
 */
export function planeIrradiance(
  { globalWm2, directWm2, diffuseWm2 }: Irradiance,
  sun: SunDirection,
  plane: Plane,
  extraWm2: number,
  albedo: number,
): PlaneIrradiance {
  const cosine = incidenceCosine(sun, plane)
  return {
    direct: Math.max(cosine, 0) * directWm2,
    sky: perezSky(diffuseWm2, directWm2, extraWm2, sun, plane),
    ground: groundReflected(globalWm2, albedo, plane.tilt),
    incidence: Math.acos(Math.max(-1, Math.min(1, cosine))) / degree,
  }
}

export function incidenceCosine({ zenith, azimuth }: SunDirection, plane: Plane): number {
  const cosine =
    Math.cos(plane.tilt * degree) * Math.cos(zenith * degree) +
    Math.sin(plane.tilt * degree) * Math.sin(zenith * degree) * Math.cos((azimuth - plane.azimuth) * degree)
  return Math.max(-1, Math.min(1, cosine))
}

/** A sky that is equally bright everywhere. */
export function isotropicSky(diffuseWm2: number, tilt: number): number {
  return (diffuseWm2 * (1 + Math.cos(tilt * degree))) / 2
}

export function groundReflected(globalWm2: number, albedo: number, tilt: number): number {
  return (globalWm2 * albedo * (1 - Math.cos(tilt * degree))) / 2
}

/** A sky with a bright spot around the sun (Hay and Davies, 1980). */
export function hayDaviesSky(
  diffuseWm2: number,
  directWm2: number,
  extraWm2: number,
  sun: SunDirection,
  plane: Plane,
): number {
  const beamShare = directWm2 / extraWm2
  const ratio = Math.max(incidenceCosine(sun, plane), 0) / Math.max(Math.cos(sun.zenith * degree), 0.01745)
  return Math.max(isotropicSky(diffuseWm2, plane.tilt) * (1 - beamShare) + diffuseWm2 * beamShare * ratio, 0)
}

/** Clearness above which a row of the table below applies. */
const clearness = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2]

/** Brightness around the sun (first three) and along the horizon, by clearness: "all sites composite 1990". */
const perezTable = [
  [-0.008, 0.588, -0.062, -0.06, 0.072, -0.022],
  [0.13, 0.683, -0.151, -0.019, 0.066, -0.029],
  [0.33, 0.487, -0.221, 0.055, -0.064, -0.026],
  [0.568, 0.187, -0.295, 0.109, -0.152, -0.014],
  [0.873, -0.392, -0.362, 0.226, -0.462, 0.001],
  [1.132, -1.237, -0.412, 0.288, -0.823, 0.056],
  [1.06, -1.6, -0.359, 0.264, -1.127, 0.131],
  [0.678, -0.327, -0.25, 0.156, -1.377, 0.251],
] as const

/** A sky with a bright spot around the sun and a bright or dark horizon (Perez et al., Solar Energy 44, 1990). */
export function perezSky(
  diffuseWm2: number,
  directWm2: number,
  extraWm2: number,
  sun: SunDirection,
  plane: Plane,
): number {
  const airMass = relativeAirMass(sun.zenith)
  if (diffuseWm2 <= 0 || airMass === null) return 0
  const zenith = sun.zenith * degree
  const brightness = (diffuseWm2 * airMass) / extraWm2
  const curve = 1.041 * zenith ** 3
  const clear = ((diffuseWm2 + directWm2) / diffuseWm2 + curve) / (1 + curve)
  const row = clearness.findIndex((limit) => clear < limit)
  const [f11, f12, f13, f21, f22, f23] = perezTable[row < 0 ? clearness.length : row]!
  const aroundSun = Math.max(f11 + f12 * brightness + f13 * zenith, 0)
  const horizon = f21 + f22 * brightness + f23 * zenith
  const spot = Math.max(incidenceCosine(sun, plane), 0) / Math.max(Math.cos(zenith), Math.cos(85 * degree))
  const tilt = plane.tilt * degree
  const share = ((1 - aroundSun) * (1 + Math.cos(tilt))) / 2 + aroundSun * spot + horizon * Math.sin(tilt)
  return Math.max(diffuseWm2 * share, 0)
}

/** Air mass: how much more air light crosses than from the zenith (Kasten and Young, 1989); null below the horizon. */
export function relativeAirMass(zenith: number): number | null {
  if (zenith > 90) return null
  return 1 / (Math.cos(zenith * degree) + 0.50572 * (6.07995 + (90 - zenith)) ** -1.6364)
}

/** Irradiance above the atmosphere on a day of the year (1 to 366), W/m² (Spencer, 1971). */
export function extraterrestrial(dayOfYear: number): number {
  const angle = (2 * Math.PI * (dayOfYear - 1)) / 365
  return (
    1366.1 *
    (1.00011 +
      0.034221 * Math.cos(angle) +
      0.00128 * Math.sin(angle) +
      0.000719 * Math.cos(2 * angle) +
      0.000077 * Math.sin(2 * angle))
  )
}
