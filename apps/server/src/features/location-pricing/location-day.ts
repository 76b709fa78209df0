import { formatDay, localMidnightMs, parseDay } from '@ohmstead/network-fee/calendar/local-time'

/** The local day of an instant, 'YYYY-MM-DD'. */
export function dayAt(ms: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** The instants of inclusive local days, half-open. */
export function spanOfDays({ from, to }: { from: string; to: string }, timeZone: string) {
  const next = formatDay(parseDay(to) + 1)
  return { fromMs: localMidnightMs(from, timeZone), toMs: localMidnightMs(next, timeZone) }
}
