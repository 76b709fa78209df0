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
