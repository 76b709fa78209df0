const quarterHourMs = 900_000

/**
 * The portal stamps a quarter-hour with its end, we name it by its start; here, and nowhere else, one becomes the other.
 */
export function startOfIntervalEnding(endMs: number): number {
  return endMs - quarterHourMs
}
