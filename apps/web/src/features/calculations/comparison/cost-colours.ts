import type { CostPart } from './cost-groups.ts'

/** The same in every theme and chart. What is charged beyond the agreed is hatched, so that colour is not all that tells. */
export const costColours: Record<CostPart, string> = {
  energy: '--energy-home',
  networkEnergy: '--energy-grid-export',
  networkPower: '--energy-sun',
  excessPower: '--energy-heat',
  levies: '--energy-battery',
  vat: '--energy-price',
}
