const degrees = Math.PI / 180

/** Clear-sky irradiance on the horizontal in W/m² (Haurwitz 1945) from the cosine of the zenith angle. */
export function calculateClearSkyGhi(cosZenith: number): number {
  return cosZenith <= 0 ? 0 : 1098 * cosZenith * Math.exp(-0.057 / cosZenith)
}

/** The share left under clouds (Kasten & Czeplak 1980); `cloudiness` 0 … 1. */
export function calculateCloudFactor(cloudiness: number): number {
  return 1 - 0.75 * cloudiness ** 3.4
}

/** The diffuse share of global irradiance (Erbs 1982) from the clearness index. */
export function calculateDiffuseShare(clearness: number): number {
  if (clearness <= 0.22) return 1 - 0.09 * clearness
  if (clearness > 0.8) return 0.165
  const k = clearness
  return 0.9511 - 0.1604 * k + 4.388 * k ** 2 - 16.638 * k ** 3 + 12.336 * k ** 4
}

/** Irradiance above the atmosphere on a plane facing the sun, W/m² (Spencer 1971, solar constant 1361). */
export function calculateExtraterrestrialDni(dayOfYear: number): number {
  const b = (2 * Math.PI * (dayOfYear - 1)) / 365
  return (
    1361 *
    (1.00011 +
      0.034221 * Math.cos(b) +
      0.00128 * Math.sin(b) +
      0.000719 * Math.cos(2 * b) +
      0.000077 * Math.sin(2 * b))
  )
}

/** Sky component on a tilted plane with a uniformly bright sky, W/m². */
export function calculateIsotropicDiffuse(tiltDegrees: number, dhi: number): number {
  return (dhi * (1 + Math.cos(tiltDegrees * degrees))) / 2
}

/** Ground reflection on a tilted plane, W/m². */
export function calculateGroundDiffuse(tiltDegrees: number, ghi: number, albedo: number): number {
  return (ghi * albedo * (1 - Math.cos(tiltDegrees * degrees))) / 2
}

/** Cosine of the angle between the sun and the normal of a plane; all angles in degrees, azimuths clockwise from north. */
export function calculateCosIncidence(
  tilt: number,
  planeAzimuth: number,
  altitude: number,
  sunAzimuth: number,
): number {
  return (
    Math.sin(altitude * degrees) * Math.cos(tilt * degrees) +
    Math.cos(altitude * degrees) * Math.sin(tilt * degrees) * Math.cos((sunAzimuth - planeAzimuth) * degrees)
  )
}
