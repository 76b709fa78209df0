import { createRequire } from 'node:module'
import { formatDay, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import { isPublicHoliday } from '@ohmstead/network-fee/calendar/work-free-day'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import type { default as Holidays } from 'date-holidays'

// The library takes a fifth of a second and 25 MB: it is loaded when somebody first asks for a country other than Slovenia.
const require = createRequire(import.meta.url)
const dayMs = 86_400_000
/** The day on which summer time begins is whole too. */
const springHourMs = 3_600_000
const known = new Map<string, string[]>()

/**
 * The public holidays of a whole country as 'YYYY-MM-DD', in order, both years included; regional ones and half days are
 * not among them. Slovenia's are those of the network fee. Empty for a country that nobody knows.
 */
export function findPublicHolidays(countryCode: string, fromYear: number, toYear: number): string[] {
  const days: string[] = []
  for (let year = fromYear; year <= toYear; year += 1) days.push(...findOfYear(countryCode, year))
  return days
}

function findOfYear(countryCode: string, year: number): readonly string[] {
  const key = `${countryCode}${year}`
  let days = known.get(key)
  if (!days) {
    days = countryCode === 'SI' ? listSlovenian(year) : listOfLibrary(countryCode, year)
    known.set(key, days)
  }
  return days
}

function listSlovenian(year: number): string[] {
  const days: string[] = []
  for (let day = parseDay(`${year}-01-01`); day <= parseDay(`${year}-12-31`); day += 1)
    if (isPublicHoliday(day, publishedRates)) days.push(formatDay(day))
  return days
}

function listOfLibrary(countryCode: string, year: number): string[] {
  const Library = require('date-holidays') as typeof Holidays
  const days = new Set<string>()
  // A holiday that began in the old year may last into this one.
  for (const one of [year - 1, year])
    for (const holiday of new Library(countryCode, { types: ['public'] }).getHolidays(one)) {
      const first = parseDay(holiday.date.slice(0, 10))
      const lastsMs = holiday.end.getTime() - holiday.start.getTime()
      const wholeDays = Math.floor((lastsMs + springHourMs) / dayMs)
      for (let day = first; day < first + wholeDays; day += 1) days.add(formatDay(day))
    }
  return [...days].filter((day) => Number(day.slice(0, 4)) === year).sort()
}
