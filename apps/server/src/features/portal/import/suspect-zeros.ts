import type { DayReadings } from './day-readings.ts'

/** A day with more zeros than this is one that the portal did not have yet and sent without a flag. */
const plausibleZeros = 8

/** Marks the zeros of such a day, unless something was exported: at noon a house with panels imports nothing. */
export function markSuspectZeros(readings: DayReadings): DayReadings {
  const { imports, exports, quality } = readings
  const isZero = (at: number) => imports[at] === 0 && !((exports?.[at] ?? 0) > 0)
  let zeros = 0
  for (let at = 0; at < imports.length; at++) if (isZero(at)) zeros += 1
  const isSuspect = zeros > plausibleZeros
  if (!isSuspect && !quality.includes('z')) return readings
  const marked = [...quality].map((state, at) => {
    const plain = state === 'z' ? '.' : state
    return isSuspect && plain === '.' && isZero(at) ? 'z' : plain
  })
  return { ...readings, quality: marked.join('') }
}
