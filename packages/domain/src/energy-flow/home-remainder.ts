/** What a house used beside its car and its heating; null where its consumption is unknown. */
export function calculateHomeRemainder(
  consumption: number | null,
  ev: number | null,
  hvac: number | null,
): number | null {
  return consumption === null ? null : Math.max(0, consumption - (ev ?? 0) - (hvac ?? 0))
}
