/** The fixed format of alarm times, `DD. MM. YYYY HH:mm`, in the zone of the location. `epochMs` in milliseconds. */
export function formatAlarmTime(epochMs: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(local.day)}. ${two(local.month)}. ${local.year} ${two(local.hour)}:${two(local.minute)}`
}
