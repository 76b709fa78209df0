/** The zone's offset from UTC at an instant, in milliseconds. */
export function offsetAtMs(epochMs: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
}
