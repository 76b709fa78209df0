export interface LocalDay {
  /** Days since 1970-01-01 of the local calendar. */
  dayNumber: number
  startMs: number
  endMs: number
  /** 1380, 1440 or 1500 with one clock change. */
  minutes: number
  /** 1 = Monday … 7 = Sunday. */
  weekday: number
  dayOfYear: number
}

const epochDate = Temporal.PlainDate.from('1970-01-01')

const startOf = (date: Temporal.PlainDate, timeZone: string) =>
  date.toZonedDateTime(timeZone).epochMilliseconds

export function calculateLocalDay(timeZone: string, dayNumber: number): LocalDay {
  const date = epochDate.add({ days: dayNumber })
  const startMs = startOf(date, timeZone)
  const endMs = startOf(date.add({ days: 1 }), timeZone)
  return {
    dayNumber,
    startMs,
    endMs,
    minutes: Math.round((endMs - startMs) / 60_000),
    weekday: date.dayOfWeek,
    dayOfYear: date.dayOfYear,
  }
}

/** The local calendar day of an instant, as days since 1970-01-01. */
export function calculateDayNumber(timeZone: string, ts: number): number {
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(ts))
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  return epochDate.until(date, { largestUnit: 'days' }).days
}

/** The wall-clock minute (0 … 1439) of each minute of the day; on a clock-change day some are missing or repeated. */
export function calculateWallMinutes(timeZone: string, day: LocalDay): Uint16Array {
  const wall = new Uint16Array(day.minutes)
  for (let minute = 0; minute < day.minutes; minute++) {
    if (day.minutes === 1440) wall[minute] = minute
    else if (minute % 30 !== 0) wall[minute] = wall[minute - 1]! + 1
    else {
      const local = Temporal.Instant.fromEpochMilliseconds(day.startMs + minute * 60_000).toZonedDateTimeISO(
        timeZone,
      )
      wall[minute] = local.hour * 60 + local.minute
    }
  }
  return wall
}
