import { getDateFormat } from './date-format.ts'
import { offsetAtMs } from './offset-at.ts'

export interface TimeTick {
  ms: number
  label: string
  /** A new day, month or year starts here: its label is emphasised. */
  major: boolean
}

const hourSteps = [5 / 60, 0.25, 0.5, 1, 2, 3, 4, 6, 12]
const daySteps = [1, 2, 3, 7, 14]
const monthSteps = [1, 2, 3, 4, 6, 12]

/**
 * Ticks at round local clock times of a zone, at most `maxTicks`. A repeated hour includes its offset, a skipped one
 * has no tick, so days of 23 and 25 hours are correct.
 */
export function buildTimeTicks(
  fromMs: number,
  toMs: number,
  timeZone: string,
  locale: string,
  maxTicks: number,
): TimeTick[] {
  const hours = (toMs - fromMs) / 3_600_000
  const step = hourSteps.find((candidate) => hours / candidate <= maxTicks)
  if (step !== undefined && hours <= 24 * 3) return buildHourTicks(fromMs, toMs, step, timeZone, locale)
  const days = hours / 24
  const dayStep = daySteps.find((candidate) => days / candidate <= maxTicks)
  if (dayStep !== undefined && days <= 100) return buildDayTicks(fromMs, toMs, dayStep, timeZone, locale)
  const monthStep = monthSteps.find((candidate) => days / 30.5 / candidate <= maxTicks) ?? 12
  return buildMonthTicks(fromMs, toMs, monthStep, timeZone, locale)
}

function buildHourTicks(
  fromMs: number,
  toMs: number,
  stepHours: number,
  timeZone: string,
  locale: string,
): TimeTick[] {
  const time = getDateFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
  const dayLabel = getDateFormat(locale, { timeZone, weekday: 'short', day: 'numeric' })
  const several = toMs - fromMs > 26 * 3_600_000
  const stepMs = stepHours * 3_600_000
  const probeMs = Math.min(stepMs, 900_000)
  const ticks: TimeTick[] = []
  const localMs = (ms: number) => ms + offsetAtMs(ms, timeZone)
  for (let ms = Math.ceil(fromMs / probeMs) * probeMs; ms <= toMs; ms += probeMs) {
    const local = localMs(ms)
    // Steps count from local midnight, not from the start of the range.
    const sinceMidnight = ((local % 86_400_000) + 86_400_000) % 86_400_000
    if (sinceMidnight % stepMs !== 0) continue
    const midnight = sinceMidnight === 0
    const repeated = localMs(ms - 3_600_000) === local || localMs(ms + 3_600_000) === local
    const label = several && midnight ? dayLabel.format(ms) : time.format(ms)
    ticks.push({ ms, label: repeated ? `${label} ${formatOffset(ms, timeZone)}` : label, major: midnight })
  }
  return ticks
}

function formatOffset(ms: number, timeZone: string): string {
  const minutes = offsetAtMs(ms, timeZone) / 60_000
  const rest = Math.abs(minutes) % 60
  return `${minutes < 0 ? '−' : '+'}${Math.trunc(Math.abs(minutes) / 60)}${rest ? `:${rest}` : ''}`
}

function buildDayTicks(
  fromMs: number,
  toMs: number,
  stepDays: number,
  timeZone: string,
  locale: string,
): TimeTick[] {
  const weekday = (toMs - fromMs) / 86_400_000 <= 15
  const label = getDateFormat(
    locale,
    weekday ? { timeZone, weekday: 'short', day: 'numeric' } : { timeZone, day: 'numeric', month: 'numeric' },
  )
  const ticks: TimeTick[] = []
  let date = zoned(fromMs, timeZone).toPlainDate()
  // Weekly steps start on Mondays.
  if (stepDays >= 7) date = date.subtract({ days: date.dayOfWeek - 1 })
  for (;;) {
    const ms = date.toZonedDateTime(timeZone).epochMilliseconds
    if (ms > toMs) return ticks
    if (ms >= fromMs) ticks.push({ ms, label: label.format(ms), major: date.day === 1 })
    date = date.add({ days: stepDays })
  }
}

function buildMonthTicks(
  fromMs: number,
  toMs: number,
  stepMonths: number,
  timeZone: string,
  locale: string,
): TimeTick[] {
  const month = getDateFormat(locale, { timeZone, month: 'short' })
  const year = getDateFormat(locale, { timeZone, year: 'numeric' })
  const severalYears = zoned(fromMs, timeZone).year !== zoned(toMs - 1, timeZone).year
  const ticks: TimeTick[] = []
  let date = zoned(fromMs, timeZone).toPlainDate().with({ day: 1 })
  date = date.with({ month: Math.floor((date.month - 1) / stepMonths) * stepMonths + 1 })
  for (;;) {
    const ms = date.toZonedDateTime(timeZone).epochMilliseconds
    if (ms > toMs) return ticks
    const major = date.month === 1
    if (ms >= fromMs)
      ticks.push({ ms, label: major && severalYears ? year.format(ms) : month.format(ms), major })
    date = date.add({ months: stepMonths })
  }
}

const zoned = (ms: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

/** A round step that splits a span into about `count` parts: 1, 2, 2.5 or 5 times a power of ten. */
export function chooseValueStep(span: number, count: number): number {
  const raw = span / Math.max(1, count)
  const magnitude = 10 ** Math.floor(Math.log10(raw))
  return [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((candidate) => candidate >= raw * 0.999)!
}

/** The multiples of a step from `min` to `max`. */
export function buildValueTicks(min: number, max: number, step: number): number[] {
  const ticks: number[] = []
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9; i++) ticks.push(i * step + 0)
  return ticks
}
