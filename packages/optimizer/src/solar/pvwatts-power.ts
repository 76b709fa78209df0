/** The default losses of PVWatts (soiling 2 %, shading 3 %, mismatch 2 %, wiring 2 %, …) as one share. */
export const defaultLosses =
  1 - [0.02, 0.03, 0, 0.02, 0.02, 0.005, 0.015, 0.01, 0, 0.03].reduce((left, loss) => left * (1 - loss), 1)

/** Direct-current power at an irradiance (W/m², behind the glass) and a cell temperature (PVWatts). */
export function dcPower(
  effectiveWm2: number,
  cellC: number,
  peakW: number,
  temperatureCoefficient: number,
): number {
  return (effectiveWm2 / 1000) * peakW * (1 + temperatureCoefficient * (cellC - 25))
}

/**
 * Alternating-current power of an inverter whose direct-current limit is `limitDcW` (PVWatts): a curve over the load, cut
 * at its nominal power.
 */
export function inverterPower(dcW: number, limitDcW: number, nominalEfficiency: number): number {
  if (dcW <= 0 || limitDcW <= 0) return 0
  const load = dcW / limitDcW
  const efficiency = (nominalEfficiency / 0.9637) * (-0.0162 * load - 0.0059 / load + 0.9858)
  return Math.max(Math.min(efficiency * dcW, nominalEfficiency * limitDcW), 0)
}
