/** The share of the production used on site, 1 − export ÷ production in 0…1; null without production. */
export function calculateSelfConsumption(
  gridExport: number | null,
  production: number | null,
): number | null {
  return ratio(gridExport ?? 0, production)
}

/** The share of the consumption that did not come from the grid, 1 − import ÷ consumption in 0…1; null if it is zero. */
export function calculateSelfSufficiency(
  gridImport: number | null,
  consumption: number | null,
): number | null {
  return gridImport === null ? null : ratio(gridImport, consumption)
}

/** 1 − part ÷ whole. A battery may export energy it took from the grid, so the part can exceed the whole: then 0. */
function ratio(part: number, whole: number | null): number | null {
  return whole === null || whole <= 0 ? null : Math.min(1, Math.max(0, 1 - part / whole))
}
