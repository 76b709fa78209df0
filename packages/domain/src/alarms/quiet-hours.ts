/** Minutes of the local day; an end before the begin is of the next day, and equal ones are no time at all. */
export interface QuietTime {
  from: number
  until: number
}

/** When the quiet hours that hold at an instant are over (epoch ms); null outside of them. */
export function findQuietEnd({ from, until }: QuietTime, at: number, timeZone: string): number | null {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const minute = now.hour * 60 + now.minute
  const isQuiet = from <= until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet) return null
  const end = Temporal.PlainTime.from({ hour: Math.floor(until / 60), minute: until % 60 })
  const day = minute < until ? now.toPlainDate() : now.toPlainDate().add({ days: 1 })
  return day.toZonedDateTime({ timeZone, plainTime: end }).epochMilliseconds
}
