const quarterHourMs = 900_000

/**
 * The portal stamps a quarter-hour with its end, we identify it by its start; only here one becomes the other.
 */
export function startOfIntervalEnding(endMs: number): number {
  return endMs - quarterHourMs
}
