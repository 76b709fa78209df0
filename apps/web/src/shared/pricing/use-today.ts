import { dayAt } from '@ohmstead/domain/time/days'
import { useNow } from '../use-now.ts'

/** Today where the person is, 'YYYY-MM-DD'. */
export function useToday(): string {
  return dayAt(useNow(60_000), Temporal.Now.timeZoneId())
}
