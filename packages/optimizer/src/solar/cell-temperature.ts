/** How modules are mounted, for their cooling. */
export type Mounting = 'openRack' | 'closeToRoof' | 'insulatedBack'

/** Coefficients of the Sandia model for glass/glass (rack, roof) and glass/polymer modules. */
const coefficients: Record<Mounting, { a: number; b: number; cellAboveModule: number }> = {
  openRack: { a: -3.47, b: -0.0594, cellAboveModule: 3 },
  closeToRoof: { a: -2.98, b: -0.0471, cellAboveModule: 1 },
  insulatedBack: { a: -2.81, b: -0.0455, cellAboveModule: 0 },
}

/** Temperature of module back and cell, °C, by the Sandia model (King et al., 2004): irradiance, air and wind at 10 m. */
export function sandiaTemperature(
  planeWm2: number,
  airC: number,
  windMs: number,
  mounting: Mounting,
): { moduleC: number; cellC: number } {
  const { a, b, cellAboveModule } = coefficients[mounting]
  const moduleC = planeWm2 * Math.exp(a + b * windMs) + airC
  return { moduleC, cellC: moduleC + (planeWm2 / 1000) * cellAboveModule }
}

/** Faiman (2008), with heat losses in W/m²K and per m/s of wind. */
export function faimanTemperature(
  planeWm2: number,
  airC: number,
  windMs: number,
  loss = 25,
  windLoss = 6.84,
): number {
  return airC + planeWm2 / (loss + windLoss * windMs)
}
