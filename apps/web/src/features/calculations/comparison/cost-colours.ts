import type { CostPart } from './cost-groups.ts'

/** The same in every theme and chart. Charges beyond the agreed power are hatched, so that colour is not the only cue. */
export const costColours: Record<CostPart, string> = {
  energy: '--energy-home',
  networkEnergy: '--energy-grid-export',
  networkPower: '--energy-sun',
  excessPower: '--energy-heat',
  levies: '--energy-battery',
  vat: '--energy-price',
}
