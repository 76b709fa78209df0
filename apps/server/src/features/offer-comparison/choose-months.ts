import { dayAfter } from '@ohmstead/domain/time/days'

interface Reach {
  /** Days of the first and the last reading; null if unknown. */
  readFrom: string | null
  readTo: string | null
  /** The local day. */
  today: string
}

const usualMonths = 12

/** The last twelve whole months with readings, or the months that there are; `to` and `from` are 'YYYY-MM'. */
export function chooseMonths({ readFrom, readTo, today }: Reach): { from: string; to: string } {
  const before = monthBefore(today.slice(0, 7))
  const ended = readTo === null ? before : lastWhole(readTo)
  const to = ended < before ? ended : before
  const begun = readFrom === null ? null : firstWhole(readFrom)
  const usual = monthsBefore(to, usualMonths - 1)
  const from = begun !== null && begun > usual ? begun : usual
  return { from: from > to ? to : from, to }
}

/** A month that ends on the last day of the readings is whole. */
function lastWhole(day: string): string {
  const month = day.slice(0, 7)
  return dayAfter(day).slice(0, 7) > month ? month : monthBefore(month)
}

const firstWhole = (day: string) =>
  day.endsWith('-01') ? day.slice(0, 7) : monthsBefore(day.slice(0, 7), -1)

const monthBefore = (month: string) => monthsBefore(month, 1)

function monthsBefore(month: string, count: number): string {
  const place = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - count
  return `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`
}

/** The last day of a month. */
export const lastDayOf = (month: string) => dayAfter(`${monthsBefore(month, -1)}-01`, -1)
