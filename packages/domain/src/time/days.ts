/** Beyond these days, calendars, databases and the length of a calculation know no limit of their own. */
export const firstDay = '1970-01-01'
export const lastDay = '2100-12-31'

/** The calendar day of an instant by the clock of a zone, 'YYYY-MM-DD'. */
export function dayAt(ms: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** The day `days` after another, before it if negative; both 'YYYY-MM-DD'. */
export function dayAfter(day: string, days = 1): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
