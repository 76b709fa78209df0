import { dayAt } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import type { SavingsPeriod } from '@ohmstead/savings/calculate-savings'
import type { SavingsMonth } from './saving-month-queries.ts'

/** Long enough that it does not matter how full a simulated battery begins. */
const runInMs = 14 * 86_400_000

/** A calendar month, or the part of it that was asked about. */
export interface AskedMonth extends SavingsMonth {
  /** The whole of a month that has passed: it is stored. */
  isWhole: boolean
}

/** The calendar months that [fromMs, toMs) touches, each cut to it. */
export function listMonths(fromMs: number, toMs: number, timeZone: string, nowMs: number): AskedMonth[] {
  const months: AskedMonth[] = []
  let first = Temporal.PlainDate.from(dayAt(fromMs, timeZone)).with({ day: 1 })
  for (;;) {
    const next = first.add({ months: 1 })
    const startMs = localMidnightMs(first.toString(), timeZone)
    const endMs = localMidnightMs(next.toString(), timeZone)
    if (startMs >= toMs) return months
    const [from, to] = [Math.max(startMs, fromMs), Math.min(endMs, toMs)]
    months.push({
      month: nameOf(first),
      ...{ fromMs: from, toMs: to },
      rests: [nameOf(first.subtract({ months: 2 })), nameOf(first.subtract({ months: 1 })), nameOf(first)],
      isWhole: from === startMs && to === endMs && endMs <= nowMs,
    })
    first = next
  }
}

const nameOf = (day: Temporal.PlainDate) => day.toString().slice(0, 7)

/** What a month's savings are worked out from: its battery is known by two more months. */
export function toPeriod(
  { month, fromMs, toMs, rests }: SavingsMonth,
  timeZone: string,
  edgesMs?: readonly number[],
): SavingsPeriod {
  const startMs = localMidnightMs(`${month}-01`, timeZone)
  return {
    ...{ fromMs, toMs },
    sinceMs: localMidnightMs(`${rests[0]}-01`, timeZone),
    runFromMs: startMs - runInMs,
    ...(edgesMs && { edgesMs }),
  }
}
