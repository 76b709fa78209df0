/**
 * From the midnight of the first day up to the one after the last, in the reader's time zone. Days before
 * 1970 or after tomorrow are clamped.
 */
export function boundDays(
  { from, to }: { from: string; to: string },
  now: Temporal.ZonedDateTime,
): { from: number | undefined; to: number | undefined } {
  const latest = now.add({ days: 1 }).epochMilliseconds
  const midnight = (day: string, plusDays: number) => {
    if (day === '') return undefined
    const start = Temporal.PlainDate.from(day).add({ days: plusDays }).toZonedDateTime(now.timeZoneId)
    return Math.min(Math.max(start.epochMilliseconds, 0), latest)
  }
  return { from: midnight(from, 0), to: midnight(to, 1) }
}
