import { dayAfter } from '@ohmstead/domain/time/days'

const mostMonths = 36

/** The whole months within days that have ended; nothing if there is none, or more than are compared or billed at once. */
export function monthsWithin(
  days: { from: string; to: string },
  today: string,
): { from: string; to: string } | Record<never, never> {
  const ended = dayAfter(`${today.slice(0, 7)}-01`, -1)
  const to = days.to < ended ? days.to : ended
  const first = days.from.endsWith('-01') ? days.from.slice(0, 7) : monthAfter(days.from.slice(0, 7), 1)
  const isWhole = dayAfter(to).slice(0, 7) > to.slice(0, 7)
  const last = isWhole ? to.slice(0, 7) : monthAfter(to.slice(0, 7), -1)
  return first <= last && monthAfter(first, mostMonths) > last ? { from: first, to: last } : {}
}

function monthAfter(month: string, count: number): string {
  const place = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`
}

/** Runs of months 'YYYY-MM' that follow each other, each as its first and last; the months are in order. */
export function groupRuns(months: readonly string[]): { first: string; last: string }[] {
  const runs: { first: string; last: string }[] = []
  for (const month of months) {
    const run = runs.at(-1)
    if (run && Temporal.PlainYearMonth.from(run.last).add({ months: 1 }).toString() === month)
      run.last = month
    else runs.push({ first: month, last: month })
  }
  return runs
}
