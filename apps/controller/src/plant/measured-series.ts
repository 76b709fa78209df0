import type { LocalDay } from './local-day.ts'

/** A series measured at even steps. The clock of the file is taken as the wall clock of the plant's location. */
export interface MeasuredSeries {
  /** Calendar day of the first value, days since 1970-01-01; values begin at its midnight. */
  firstDayNumber: number
  stepSeconds: number
  /** Mean power of each step in kW, whole days. */
  loadKw: Float64Array
  /** Mean output per installed kW of each step (0 … 1), or null if the file has none. */
  yieldShare: Float64Array | null
  /** Installed power in kW that a plain power column suggests (its largest value), or null. */
  suggestedPeakKw: number | null
  /** Steps without their own value; they repeat the previous one. */
  heldSteps: number
  /** `hold` keeps each value for its step, so sums are exact; `linear` interpolates between the middles. */
  fill: 'hold' | 'linear'
}

const daySeconds = 86_400

/** The series on one local day, per minute: W and share of the installed power. */
export function fillFromSeries(
  series: MeasuredSeries,
  day: LocalDay,
): { loadW: Float64Array; yieldShare: Float64Array | null } {
  const perDay = daySeconds / series.stepSeconds
  const first = findSeriesDay(series, day.dayNumber) * perDay
  const read = (values: Float64Array, scale: number) => {
    const filled = new Float64Array(day.minutes)
    for (let minute = 0; minute < day.minutes; minute++) {
      const at = first + ((minute + 0.5) * 60) / series.stepSeconds
      filled[minute] = scale * (series.fill === 'hold' ? hold(values, at) : interpolate(values, at))
    }
    return filled
  }
  return { loadW: read(series.loadKw, 1000), yieldShare: series.yieldShare && read(series.yieldShare, 1) }
}

/** The day of the series, counted from its first: the day itself, else one with the same month and day, else cyclic. */
export function findSeriesDay(series: MeasuredSeries, dayNumber: number): number {
  const days = Math.floor((series.loadKw.length * series.stepSeconds) / daySeconds)
  const own = dayNumber - series.firstDayNumber
  if (own >= 0 && own < days) return own
  const epoch = Temporal.PlainDate.from('1970-01-01')
  const wanted = epoch.add({ days: dayNumber })
  const firstYear = epoch.add({ days: series.firstDayNumber }).year
  for (let year = firstYear; year <= firstYear + Math.ceil(days / 365); year++) {
    const index = epoch.until(wanted.with({ year }), { largestUnit: 'days' }).days - series.firstDayNumber
    if (index >= 0 && index < days) return index
  }
  return ((own % days) + days) % days
}

// A day of 25 hours continues into the next day's first hour.
const hold = (values: Float64Array, at: number) => values[Math.floor(at) % values.length]!

function interpolate(values: Float64Array, at: number): number {
  const left = Math.floor(at - 0.5)
  const a = values[(left + values.length) % values.length]!
  const b = values[(left + 1) % values.length]!
  return a + (b - a) * (at - 0.5 - left)
}
