import type { DayQuality } from './summarise-readings.ts'

/** From good to nothing; `notYet` is not read yet or was not metered, which is no fault. */
export const dayStates = ['whole', 'estimated', 'suspect', 'gaps', 'missing', 'notYet'] as const
export type DayState = (typeof dayStates)[number]

/** The worst state that applies to a day. */
export function classifyDay(day: DayQuality, part: 'before' | 'within' | 'after'): DayState {
  if (day.present === 0) return part === 'within' ? 'missing' : 'notYet'
  if (day.present < day.intervals && part === 'within') return 'gaps'
  if (day.suspect > 0) return 'suspect'
  if (day.estimated > 0) return 'estimated'
  return day.present < day.intervals ? 'notYet' : 'whole'
}

/** Week and weekday (Monday 0) of each day, counted from the first day's week. */
export function placeDays(
  days: readonly Pick<DayQuality, 'day'>[],
): { week: number; weekday: number; isMonthStart: boolean }[] {
  const first = days[0] ? weekdayOf(days[0].day) : 0
  return days.map(({ day }, at) => ({
    week: Math.floor((first + at) / 7),
    weekday: (first + at) % 7,
    isMonthStart: day.endsWith('-01'),
  }))
}

const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** One row per day, in quarter-hours. */
export function formatQualityCsv(days: readonly DayQuality[]): string {
  const header = 'day,quarter-hours,present,missing,estimated,suspect zeros,version'
  const lines = days.map(({ day, intervals, present, estimated, suspect, version }) =>
    [day, intervals, present, intervals - present, estimated, suspect, version ?? ''].join(','),
  )
  return `\uFEFF${[header, ...lines].join('\r\n')}\r\n`
}
