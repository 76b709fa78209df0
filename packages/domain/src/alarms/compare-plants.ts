/** What a solar plant made on a day, and on the weeks before it. */
export interface PlantDays {
  /** Energy of the day and how much of it was read; null if nothing was. */
  day: { energy: number; read: number } | null
  /** The same of days before, as far as something was read. */
  before: readonly { energy: number; read: number }[]
}

/** Fewer neighbours do not tell what is usual. */
export const fewestNeighbours = 5
const fewestDays = 10
/** A day on which a plant was read for clearly less than usual says nothing of it. */
const leastRead = 0.9
/** On a day so dark that all make hardly anything, snow and shade decide. */
const darkest = 0.2

/**
 * The day as a share of the plant's own mean day, whatever its size and direction; null where too little is known, and for a
 * plant that made nothing all the time.
 */
export function shareOfUsual({ day, before }: PlantDays): number | null {
  if (day === null || before.length < fewestDays) return null
  const mean = (of: 'energy' | 'read') => before.reduce((sum, one) => sum + one[of], 0) / before.length
  if (day.read < mean('read') * leastRead) return null
  const usual = mean('energy')
  return usual > 0 ? day.energy / usual : null
}

/** A plant against the median of its neighbours, in percent; null where that says nothing. */
export function compareWithNeighbours(
  own: number | null,
  neighbours: readonly (number | null)[],
): { percent: number | null; compared: number } {
  const known = neighbours.filter((share) => share !== null).sort((a, b) => a - b)
  const compared = known.length
  if (own === null || compared < fewestNeighbours) return { percent: null, compared }
  const middle = Math.floor(compared / 2)
  const median = compared % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2
  return { percent: median < darkest ? null : (own / median) * 100, compared }
}
