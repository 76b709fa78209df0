/** A meter's clock: local time of its place, and whether the meter reports summer time (S), winter time (W) or nothing. */
export interface MeterTime {
  /** 'YYYY-MM-DDTHH:mm:ss' */
  local: string
  season: 'summer' | 'winter' | null
}

/** 'YYMMDDhhmmss' with S, W or nothing → a meter's time; null if it is not a valid time. */
export function parseMeterTime(text: string): MeterTime | null {
  const match = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?([SW])?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '00', mark] = match
  const local = `20${year}-${month}-${day}T${hour}:${minute}:${second}`
  try {
    // No clock shows a leap second or hour 24.
    if (
      Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toString().slice(0, 16) !==
      local.slice(0, 16)
    )
      return null
  } catch {
    return null
  }
  return { local, season: mark === 'S' ? 'summer' : mark === 'W' ? 'winter' : null }
}

/**
 * The instant (epoch ms) a meter means, given its IANA zone. In the repeated hour of a clock change, the season mark
 * decides; without one, the meaning nearest to the arrival.
 */
export function toInstant({ local, season }: MeterTime, timeZone: string, arrivalMs: number): number {
  const plain = Temporal.PlainDateTime.from(local)
  const earlier = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).epochMilliseconds
  const later = plain.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds
  if (earlier === later) return earlier
  if (season === 'summer') return earlier
  if (season === 'winter') return later
  return Math.abs(arrivalMs - earlier) <= Math.abs(arrivalMs - later) ? earlier : later
}
