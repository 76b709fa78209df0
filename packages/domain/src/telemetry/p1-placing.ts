/** A meter clock further ahead than this is not trusted. */
const believedAheadMs = 5 * 60_000

export interface PlacedTelegrams {
  /** When each telegram of the body is stored (epoch ms), in its order. */
  times: number[]
  /** How far the meter's clock is ahead of the arrival (ms, negative if behind); null if no telegram has a time. */
  offsetMs: number | null
}

/**
 * The times of the telegrams of one body. `meterTimes` are epoch ms by the meter's clock; telegrams without one (null)
 * get the arrival. Telegrams are sent at once or buffered by the reader, so the meter's time counts, unless its newest
 * is more than five minutes ahead or before `oldestTs`: then all of them shift by the same amount, so that the newest
 * falls on its arrival and the others keep their distance.
 */
export function placeTelegrams(
  meterTimes: readonly (number | null)[],
  { arrivedAt, oldestTs }: { arrivedAt: number; oldestTs: number },
): PlacedTelegrams {
  const known = meterTimes.filter((time) => time !== null)
  if (known.length === 0) return { times: meterTimes.map(() => arrivedAt), offsetMs: null }
  const newest = known.reduce((best, time) => Math.max(best, time))
  const offsetMs = newest - arrivedAt
  const isBelieved = offsetMs <= believedAheadMs && newest >= oldestTs
  const shiftMs = isBelieved ? 0 : offsetMs
  return { times: meterTimes.map((time) => (time === null ? arrivedAt : time - shiftMs)), offsetMs }
}
