/** The available ranges; `latest` is the rolling view of the last hour. */
export const chartRanges = [
  'latest',
  'day',
  'week',
  'month',
  'year',
  'yesterday',
  'last2days',
  'last7days',
  'thisMonth',
  'lastMonth',
  'last12months',
  'custom',
] as const

export type ChartRange = (typeof chartRanges)[number]

/** The chosen range. `date` anchors day, week, month and year; `from` and `to` are the inclusive days of `custom`. */
export interface PeriodChoice {
  range: ChartRange
  date?: string
  from?: string
  to?: string
}

/** Inclusive calendar days, 'YYYY-MM-DD'. */
export interface DayRange {
  firstDay: string
  lastDay: string
}

/** Half-open instants, epoch milliseconds. */
export interface InstantRange {
  fromMs: number
  toMs: number
}

const day = (text: string) => Temporal.PlainDate.from(text)

/**
 * The calendar days of a choice. `today` is the location's day. The last N days end with today, so that they
 * include the most recent values; a reversed custom range is corrected.
 */
export function calculateDayRange(choice: PeriodChoice, today: string): DayRange {
  const anchor = day(choice.date ?? today)
  switch (choice.range) {
    case 'latest':
      return { firstDay: today, lastDay: today }
    case 'day':
      return { firstDay: anchor.toString(), lastDay: anchor.toString() }
    case 'week': {
      const monday = anchor.subtract({ days: anchor.dayOfWeek - 1 })
      return { firstDay: monday.toString(), lastDay: monday.add({ days: 6 }).toString() }
    }
    case 'month':
      return monthOf(anchor)
    case 'year':
      return {
        firstDay: anchor.with({ month: 1, day: 1 }).toString(),
        lastDay: anchor.with({ month: 12, day: 31 }).toString(),
      }
    case 'yesterday': {
      const yesterday = day(today).subtract({ days: 1 }).toString()
      return { firstDay: yesterday, lastDay: yesterday }
    }
    case 'last2days':
      return { firstDay: day(today).subtract({ days: 1 }).toString(), lastDay: today }
    case 'last7days':
      return { firstDay: day(today).subtract({ days: 6 }).toString(), lastDay: today }
    case 'thisMonth':
      return monthOf(day(today))
    case 'lastMonth':
      return monthOf(day(today).subtract({ months: 1 }))
    // Whole months, the current one so far: with thirteen bars the first and last would be stubs.
    case 'last12months': {
      const { lastDay } = monthOf(day(today))
      return { firstDay: day(today).with({ day: 1 }).subtract({ months: 11 }).toString(), lastDay }
    }
    case 'custom': {
      const first = choice.from ?? choice.to ?? today
      const last = choice.to ?? choice.from ?? today
      return first <= last ? { firstDay: first, lastDay: last } : { firstDay: last, lastDay: first }
    }
  }
}

function monthOf(date: Temporal.PlainDate): DayRange {
  return {
    firstDay: date.with({ day: 1 }).toString(),
    lastDay: date.with({ day: date.daysInMonth }).toString(),
  }
}

/** From the first day's midnight to the midnight after the last one, in the location's zone: 23 and 25 hours included. */
export function calculateInstantRange(days: DayRange, timeZone: string): InstantRange {
  return {
    fromMs: startOfDayMs(days.firstDay, timeZone),
    toMs: startOfDayMs(day(days.lastDay).add({ days: 1 }).toString(), timeZone),
  }
}

/** Local midnight of a day, or the first instant of the day where the clock change skips midnight. */
export function startOfDayMs(date: string, timeZone: string): number {
  return day(date).toZonedDateTime(timeZone).epochMilliseconds
}

/** Number of calendar days of a range, both ends included. */
export function countDays(days: DayRange): number {
  return day(days.firstDay).until(day(days.lastDay), { largestUnit: 'day' }).days + 1
}

/** The period before (-1) or after (1): a preset becomes the same span as day, month or custom days. */
export function shiftPeriod(choice: PeriodChoice, direction: -1 | 1, today: string): PeriodChoice {
  const { firstDay, lastDay } = calculateDayRange(choice, today)
  const first = day(firstDay)
  switch (choice.range) {
    case 'latest':
      return choice
    case 'day':
    case 'yesterday':
      return { range: 'day', date: first.add({ days: direction }).toString() }
    case 'week':
      return { range: 'week', date: first.add({ days: 7 * direction }).toString() }
    case 'month':
    case 'thisMonth':
    case 'lastMonth':
      return { range: 'month', date: first.add({ months: direction }).toString() }
    case 'year':
      return { range: 'year', date: first.add({ years: direction }).toString() }
    case 'last12months':
      return {
        range: 'custom',
        from: first.add({ years: direction }).toString(),
        to: day(lastDay).add({ days: 1 }).add({ years: direction }).subtract({ days: 1 }).toString(),
      }
    case 'last2days':
    case 'last7days':
    case 'custom': {
      const span = { days: countDays({ firstDay, lastDay }) * direction }
      return { range: 'custom', from: first.add(span).toString(), to: day(lastDay).add(span).toString() }
    }
  }
}

/** A period that starts after today has no data. */
export function isAfterToday(choice: PeriodChoice, today: string): boolean {
  return calculateDayRange(choice, today).firstDay > today
}
