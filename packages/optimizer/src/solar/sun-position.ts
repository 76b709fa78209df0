import { earthPosition } from './earth-position.ts'

/** The observer's position: degrees north and east. */
export interface Place {
  latitude: number
  longitude: number
}

/** Air that bends the light, for the apparent elevation. */
export interface Air {
  pressureHpa: number
  temperatureC: number
}

/** Degrees. The azimuth is a compass bearing: 0 north, 90 east, 180 south. */
export interface SunPosition {
  zenith: number
  azimuth: number
  elevation: number
  /** With refraction: where the sun appears and its light comes from. */
  apparentZenith: number
  apparentElevation: number
  distanceAu: number
}

const degree = Math.PI / 180
const dayMs = 86_400_000
/** Days of the Julian calendar until 1970. */
const julianDayOfEpoch = 2_440_587.5
const julianDay2000 = 2_451_545
const standardAir: Air = { pressureHpa: 1013.25, temperatureC: 12 }
/** Earth's clock lags ephemeris time; about 67 to 69 s in this century so far. */
const ephemerisLagSeconds = 69

/**
 * The position of the sun at an instant (epoch milliseconds), to a few ten-thousandths of a degree (method of Reda and
 * Andreas, NREL/TP-560-34302, with the largest periodic terms).
 */
export function sunPosition(
  atMs: number,
  { latitude, longitude }: Place,
  air: Air = standardAir,
): SunPosition {
  const julianDay = atMs / dayMs + julianDayOfEpoch
  const centuries = (julianDay - julianDay2000) / 36_525
  const millennia = (julianDay + ephemerisLagSeconds / 86_400 - julianDay2000) / 365_250
  const earth = earthPosition(millennia)
  const { inLongitude, obliquity } = nutation(millennia * 10)
  const aberration = (-20.4898 / 3600 / earth.distanceAu) * degree
  const sunLongitude = earth.longitude + Math.PI + inLongitude + aberration
  const sunLatitude = -earth.latitude
  const rightAscension = Math.atan2(
    Math.sin(sunLongitude) * Math.cos(obliquity) - Math.tan(sunLatitude) * Math.sin(obliquity),
    Math.cos(sunLongitude),
  )
  const declination = Math.asin(
    Math.sin(sunLatitude) * Math.cos(obliquity) +
      Math.cos(sunLatitude) * Math.sin(obliquity) * Math.sin(sunLongitude),
  )
  const siderealDegrees =
    280.46061837 + 360.98564736629 * (julianDay - julianDay2000) + 0.000387933 * centuries ** 2
  const hourAngle =
    (siderealDegrees + longitude) * degree + inLongitude * Math.cos(obliquity) - rightAscension
  const phi = latitude * degree
  // Seen from the ground instead of the Earth's centre: lower by 8.8 arc seconds at the horizon.
  const sinElevation =
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle)
  const fromCentre = Math.asin(Math.max(-1, Math.min(1, sinElevation)))
  const parallax = (8.794 / 3600 / earth.distanceAu) * degree
  const elevation = (fromCentre - parallax * Math.cos(fromCentre)) / degree
  const azimuth = Math.atan2(
    Math.sin(hourAngle),
    Math.cos(hourAngle) * Math.sin(phi) - Math.tan(declination) * Math.cos(phi),
  )
  const apparentElevation = elevation + refraction(elevation, air)
  return {
    zenith: 90 - elevation,
    azimuth: (((azimuth / degree + 180) % 360) + 360) % 360,
    elevation,
    apparentZenith: 90 - apparentElevation,
    apparentElevation,
    distanceAu: earth.distanceAu,
  }
}

/** Nutation of the Earth's axis, its four largest terms, and its obliquity. Radians; `centuries` since 2000. */
export function nutation(centuries: number): { inLongitude: number; obliquity: number } {
  const node = (125.04452 - 1934.136261 * centuries) * degree
  const sun = (280.4665 + 36_000.7698 * centuries) * degree
  const moon = (218.3165 + 481_267.8813 * centuries) * degree
  const arcSeconds =
    -17.2 * Math.sin(node) - 1.32 * Math.sin(2 * sun) - 0.23 * Math.sin(2 * moon) + 0.21 * Math.sin(2 * node)
  const tiltArcSeconds =
    9.2 * Math.cos(node) + 0.57 * Math.cos(2 * sun) + 0.1 * Math.cos(2 * moon) - 0.09 * Math.cos(2 * node)
  const meanTilt = 84_381.448 - 46.815 * centuries - 0.00059 * centuries ** 2 + 0.001813 * centuries ** 3
  return {
    inLongitude: (arcSeconds / 3600) * degree,
    obliquity: ((meanTilt + tiltArcSeconds) / 3600) * degree,
  }
}

/** By how many degrees the air lifts the sun; none once its upper edge has set. */
function refraction(elevation: number, { pressureHpa, temperatureC }: Air): number {
  if (elevation < -(0.26667 + 0.5667)) return 0
  const bend = 1.02 / (60 * Math.tan((elevation + 10.3 / (elevation + 5.11)) * degree))
  return (pressureHpa / 1010) * (283 / (273 + temperatureC)) * bend
}
