/** Energies of one interval, all ≥ 0 in one unit; null where nothing is known. */
export interface MeasuredFlows {
  gridImport: number | null
  gridExport: number | null
  production: number | null
  batteryCharge: number | null
  batteryDischarge: number | null
}

/** What a location has at all: a series that exists must speak, one that does not counts as nothing. */
export interface HasFlows {
  grid: boolean
  production: boolean
  battery: boolean
}

/**
 * consumption = import − export + production + discharge − charge. Unknown (null) without a grid meter, and wherever
 * a series that the location has says nothing: a sum with a missing part would be a wrong number. Meters that are not
 * read at the same moment can make it slightly negative; it stays so, because only unclamped parts sum to the whole.
 */
export function calculateConsumption(flows: MeasuredFlows, has: HasFlows): number | null {
  if (!has.grid || flows.gridImport === null) return null
  if (has.production && flows.production === null) return null
  if (has.battery && flows.batteryCharge === null && flows.batteryDischarge === null) return null
  return (
    flows.gridImport -
    (flows.gridExport ?? 0) +
    (flows.production ?? 0) +
    (flows.batteryDischarge ?? 0) -
    (flows.batteryCharge ?? 0)
  )
}

/** The part of the production that stayed here, 1 − export ÷ production in 0…1; null where nothing was produced. */
export function calculateSelfConsumption(
  gridExport: number | null,
  production: number | null,
): number | null {
  return ratio(gridExport ?? 0, production)
}

/** The part of the consumption that did not come from the grid, 1 − import ÷ consumption in 0…1; null over zero. */
export function calculateSelfSufficiency(
  gridImport: number | null,
  consumption: number | null,
): number | null {
  return gridImport === null ? null : ratio(gridImport, consumption)
}

/** 1 − part ÷ whole. A battery may export what it took from the grid, so the part can exceed the whole: then 0. */
function ratio(part: number, whole: number | null): number | null {
  return whole === null || whole <= 0 ? null : Math.min(1, Math.max(0, 1 - part / whole))
}
