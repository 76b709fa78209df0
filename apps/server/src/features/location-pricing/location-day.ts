import { dayAfter } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'

/** The instants of inclusive local days, half-open. */
export function spanOfDays({ from, to }: { from: string; to: string }, timeZone: string) {
  return { fromMs: localMidnightMs(from, timeZone), toMs: localMidnightMs(dayAfter(to), timeZone) }
}
