/** What a house uses apart from its car and its heating; null if its consumption is unknown. */
export function calculateHomeRemainder(
  consumption: number | null,
  ev: number | null,
  hvac: number | null,
): number | null {
  return consumption === null ? null : Math.max(0, consumption - (ev ?? 0) - (hvac ?? 0))
}
