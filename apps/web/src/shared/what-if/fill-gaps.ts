const intervalsPerWeek = 672
const weeksToLook = 4

/**
 * Fills missing values (NaN) with the same quarter-hour of the nearest week that has it, earlier weeks first; if
 * none has, with zero. A simulation cannot run over gaps; substitutes are counted and reported.
 */
export function fillGaps(values: Float64Array): { filled: Float64Array; count: number } {
  const filled = values.slice()
  let count = 0
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i]!)) continue
    count += 1
    filled[i] = findNeighbour(values, i)
  }
  return { filled, count }
}

function findNeighbour(values: Float64Array, place: number): number {
  for (let weeks = 1; weeks <= weeksToLook; weeks++) {
    for (const at of [place - weeks * intervalsPerWeek, place + weeks * intervalsPerWeek]) {
      const value = values[at]
      if (value !== undefined && !Number.isNaN(value)) return value
    }
  }
  return 0
}
