import { type CalendarMonth, classifyIntervals, type IntervalCalendar } from './calendar/interval-calendar.ts'
import { milliWhPerKw, type QuarterHourSeries } from './quarter-hour-series.ts'
import { publishedRates } from './rates/published-rates.ts'
import type { RateBook } from './rates/rate-book.ts'

/** What the fee needs of the readings, computed once; every calculation and every what-if starts from it. */
export interface LoadProfile {
  series: QuarterHourSeries
  calendar: IntervalCalendar
  months: MonthLoad[]
}

export interface MonthLoad {
  month: CalendarMonth
  /** Blocks 1 to 5 at indexes 0 to 4. */
  blocks: BlockLoad[]
  /** Whole milliwatt-hours of the readings in high (VT) and low (MT) tariff. */
  highTariffMilliWh: number
  lowTariffMilliWh: number
  exportMilliWh: number | null
  quality: MonthQuality
}

export interface BlockLoad {
  importMilliWh: number
  present: number
  missing: number
  estimated: number
  /** Average powers of measured quarter-hours, kW, the highest first. */
  measuredKw: Float64Array
  /** The same for estimated and replaced ones, kept apart: a filled-in value must not set an agreed power. */
  estimatedKw: Float64Array
}

/** How complete the readings of a month are. */
export interface MonthQuality {
  /** Quarter-hours of the whole calendar month; `covered` of them lie in the requested range. */
  wholeMonth: number
  covered: number
  present: number
  missing: number
  estimated: number
  zeros: number
  /** Days with more than 8 quarter-hours of neither import nor export: the portal sends values it does not have yet as 0. */
  suspectDays: number
  /** Every quarter-hour of the calendar month has a reading. */
  isComplete: boolean
  /** A block has readings for less than 95 % of its quarter-hours, or is partly estimated. */
  isProvisional: boolean
}

const blocksPerMonth = 5
const suspectZerosPerDay = 8
const provisionalBelow = 0.95

/**
 * Sums and sorts a row of quarter-hours by month and block; 70,080 of them take a few milliseconds. `rulesFrom` sorts
 * them by the seasons and blocks of the twelve months from there (see `classifyIntervals`).
 */
export function buildLoadProfile(
  series: QuarterHourSeries,
  book: RateBook = publishedRates,
  rulesFrom: string | null = null,
): LoadProfile {
  const { importMilliWh, exportMilliWh, isEstimated } = series
  const calendar = classifyIntervals(series.firstStartMs, importMilliWh.length, book, rulesFrom)
  const { monthOf, block, isHighTariff } = calendar
  const months = calendar.months.length
  const groups = months * blocksPerMonth
  const energy = new Float64Array(groups)
  const measured = new Uint32Array(groups)
  const estimated = new Uint32Array(groups)
  const missing = new Uint32Array(groups)
  const byTariff = new Float64Array(months * 2)
  const exported = new Float64Array(months)
  for (let i = 0; i < importMilliWh.length; i++) {
    const month = monthOf[i]!
    const group = month * blocksPerMonth + block[i]! - 1
    const value = importMilliWh[i]!
    if (exportMilliWh !== null && exportMilliWh[i]! > 0) exported[month]! += exportMilliWh[i]!
    if (Number.isNaN(value)) {
      missing[group]! += 1
      continue
    }
    energy[group]! += value
    byTariff[month * 2 + isHighTariff[i]!]! += value
    if (isEstimated[i]) estimated[group]! += 1
    else measured[group]! += 1
  }
  const powers = sortPowers(series, calendar, measured, estimated)
  const zeros = countZeros(series, calendar)
  return {
    series,
    calendar,
    months: calendar.months.map((month, place) => {
      const blocks = Array.from({ length: blocksPerMonth }, (_, at) => {
        const group = place * blocksPerMonth + at
        return {
          importMilliWh: energy[group]!,
          present: measured[group]! + estimated[group]!,
          missing: missing[group]!,
          estimated: estimated[group]!,
          measuredKw: powers.measured[group]!,
          estimatedKw: powers.estimated[group]!,
        }
      })
      return {
        month,
        blocks,
        highTariffMilliWh: byTariff[place * 2 + 1]!,
        lowTariffMilliWh: byTariff[place * 2]!,
        exportMilliWh: exportMilliWh === null ? null : exported[place]!,
        quality: assessQuality(month, blocks, zeros.ofMonth[place]!, zeros.suspectDays[place]!),
      }
    }),
  }
}

function sortPowers(
  { importMilliWh, isEstimated }: QuarterHourSeries,
  { monthOf, block }: IntervalCalendar,
  measuredCounts: Uint32Array,
  estimatedCounts: Uint32Array,
) {
  const measured = Array.from(measuredCounts, (count) => new Float64Array(count))
  const estimated = Array.from(estimatedCounts, (count) => new Float64Array(count))
  const filled = new Uint32Array(measuredCounts.length)
  const filledEstimated = new Uint32Array(measuredCounts.length)
  for (let i = 0; i < importMilliWh.length; i++) {
    const value = importMilliWh[i]!
    if (Number.isNaN(value)) continue
    const group = monthOf[i]! * blocksPerMonth + block[i]! - 1
    if (isEstimated[i]) estimated[group]![filledEstimated[group]!++] = value / milliWhPerKw
    else measured[group]![filled[group]!++] = value / milliWhPerKw
  }
  for (const powers of measured) powers.sort().reverse()
  for (const powers of estimated) powers.sort().reverse()
  return { measured, estimated }
}

/** A zero is suspect only if nothing was exported either: at noon a house with solar panels rightly imports nothing. */
function countZeros({ importMilliWh, exportMilliWh }: QuarterHourSeries, calendar: IntervalCalendar) {
  const ofMonth = new Uint32Array(calendar.months.length)
  const suspectDays = new Uint32Array(calendar.months.length)
  const ofDay = new Uint16Array(calendar.days)
  for (let i = 0; i < importMilliWh.length; i++) {
    if (importMilliWh[i] !== 0) continue
    ofMonth[calendar.monthOf[i]!]! += 1
    if (exportMilliWh !== null && exportMilliWh[i]! > 0) continue
    const zeros = ++ofDay[calendar.day[i]!]!
    if (zeros === suspectZerosPerDay + 1) suspectDays[calendar.monthOf[i]!]! += 1
  }
  return { ofMonth, suspectDays }
}

function assessQuality(
  month: CalendarMonth,
  blocks: BlockLoad[],
  zeros: number,
  suspectDays: number,
): MonthQuality {
  const sum = (part: (block: BlockLoad) => number) => blocks.reduce((total, block) => total + part(block), 0)
  const present = sum((block) => block.present)
  const isThin = (block: BlockLoad) =>
    block.estimated > 0 || block.present < provisionalBelow * (block.present + block.missing)
  return {
    wholeMonth: month.wholeMonthIntervals,
    covered: month.intervals,
    present,
    missing: sum((block) => block.missing),
    estimated: sum((block) => block.estimated),
    zeros,
    suspectDays,
    isComplete: present === month.wholeMonthIntervals,
    isProvisional: present < provisionalBelow * month.wholeMonthIntervals || blocks.some(isThin),
  }
}
