import type { HeatPumpConfig } from './plant-config.ts'

/** Thermostat: starts below the target minus this, stops above the target plus this, °C. */
export const thermostatC = 0.35
/** Heat of people, sun and devices in the building, W. */
export const innerHeatW = 350

/** Coefficient of performance: 45 % of Carnot between air less 5 K and 38 °C water, limited to realistic values. */
export function calculateCop(outdoorC: number): number {
  const hotK = 273.15 + 38
  const coldK = 273.15 + Math.min(outdoorC, 25) - 5
  return Math.min(6, Math.max(1.6, (0.45 * hotK) / (hotK - coldK)))
}

/** Heat output while running, W: somewhat more than the building loses, within its range. */
export function calculateHeatW(heatPump: HeatPumpConfig, targetC: number, outdoorC: number): number {
  const lossW = heatPump.lossWPerK * (targetC - outdoorC) - innerHeatW
  return Math.min(heatPump.maxHeatW, Math.max(0.3 * heatPump.maxHeatW, 1.35 * lossW))
}
