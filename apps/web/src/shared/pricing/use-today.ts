import { useNow } from '../use-now.ts'

/** Today where the person is, 'YYYY-MM-DD'. */
export function useToday(): string {
  const now = useNow(60_000)
  return Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(Temporal.Now.timeZoneId())
    .toPlainDate()
    .toString()
}
