import { firstDayAfter } from '@ohmstead/network-fee/calendar/month-key'
import { SharingError } from './sharing-error.ts'

/** Ten years are more than any readings have. */
const mostMonths = 120

/** Months 'YYYY-MM' from one to another, inclusive; throws `SharingError` if there is none or too many. */
export function listMonths(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to && months.length <= mostMonths; ) {
    months.push(month)
    month = firstDayAfter(Number(month.slice(0, 4)), Number(month.slice(5, 7))).slice(0, 7)
  }
  const isValid = [from, to].every((month) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month))
  if (!isValid || months.length === 0 || months.length > mostMonths)
    throw new SharingError('month_invalid', { month: `${from} ${to}` })
  return months
}
