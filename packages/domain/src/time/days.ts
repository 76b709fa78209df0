/** The calendar day of an instant by the clock of a zone, 'YYYY-MM-DD'. */
export function dayAt(ms: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** The day `days` after another, before it if negative; both 'YYYY-MM-DD'. */
export function dayAfter(day: string, days = 1): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
