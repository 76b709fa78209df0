/** Soiling, mismatch, wiring and the like: the default losses of PVWatts 5. */
const systemLosses = 0.140757
const nominalEfficiency = 0.96

/** Cell temperature in °C from plane irradiance (W/m²), air (°C) and wind (m/s): Faiman 2008. */
export function calculateCellTemperature(irradiance: number, airC: number, windMs: number): number {
  return airC + irradiance / (25 + 6.84 * windMs)
}

/** Direct-current power of the modules in W before losses (PVWatts 5). */
export function calculateDcPower(
  irradiance: number,
  cellC: number,
  peakW: number,
  temperatureCoefficient: number,
): number {
  return Math.max(0, (irradiance / 1000) * peakW * (1 + temperatureCoefficient * (cellC - 25)))
}

/** Alternating-current power of an inverter in W (PVWatts 5); `dcLimitW` is its input limit. */
export function calculateInverterPower(dcW: number, dcLimitW: number, efficiency: number): number {
  if (dcW <= 0) return 0
  const load = dcW / dcLimitW
  const atLoad = (efficiency / 0.9637) * (-0.0162 * load - 0.0059 / load + 0.9858)
  return Math.max(0, Math.min(atLoad * dcW, efficiency * dcLimitW))
}

/** Power of a plane at the meter in W. */
export function calculatePvPower(
  irradiance: number,
  airC: number,
  pv: { peakW: number; inverterW: number; temperatureCoefficient: number },
): number {
  if (irradiance <= 0) return 0
  const cellC = calculateCellTemperature(irradiance, airC, 1.5)
  const dcW = calculateDcPower(irradiance, cellC, pv.peakW, pv.temperatureCoefficient) * (1 - systemLosses)
  return Math.min(
    pv.inverterW,
    calculateInverterPower(dcW, pv.inverterW / nominalEfficiency, nominalEfficiency),
  )
}
