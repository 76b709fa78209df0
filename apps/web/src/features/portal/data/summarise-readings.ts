import type { IntervalCalendar } from '@ohmstead/network-fee/calendar/interval-calendar'
import {
  formatDay,
  localMidnightMs,
  parseDay,
  quarterHourMs,
} from '@ohmstead/network-fee/calendar/local-time'
import { type AgreedPowerEntry, findAgreedPower, hasPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { PortalReadings } from '../../../shared/portal/portal-readings.ts'
import { buildDurationCurve, type DurationCurve } from './duration-curve.ts'

/** What the data page shows of a row of readings. Powers in W, energies in Wh, NaN is unknown. */
export interface ReadingsSummary {
  firstStartMs: number
  /** Per quarter-hour: mean import and export power, the agreed power of its block, the block itself. */
  importW: Float64Array
  exportW: Float64Array | null
  agreedW: Float64Array
  block: Uint8Array
  /** Indexes of estimated readings, and of zeros that may be gaps. */
  estimated: number[]
  totals: { importWh: number | null; exportWh: number | null }
  /** From the first to the last reading; null without any. */
  known: { fromMs: number; toMs: number } | null
  /** In quarter-hours, between the first reading and the last. */
  quality: { expected: number; missing: number; estimated: number; suspect: number }
  peak: PeakPower | null
  blocks: BlockSummary[]
  days: DayQuality[]
  heat: HeatMap
  duration: DurationCurve[]
}

/** The input of the panels of the data page. */
export interface DataPanelProps {
  summary: ReadingsSummary
  eimm: string
  /** The days read so far, while the chosen ones are still being read. */
  soFar: string | null
}

export interface PeakPower {
  powerW: number
  startMs: number
  block: number
  isEstimated: boolean
}

export interface BlockSummary {
  block: number
  importWh: number
  peak: PeakPower | null
  /** The agreed power in force in the last month of the range. */
  agreedW: number | null
  /** Quarter-hours above the agreed power of their time; null if nothing was agreed all the time. */
  exceeding: number | null
}

export interface DayQuality {
  day: string
  intervals: number
  present: number
  estimated: number
  suspect: number
  /** How often the portal corrected the day; null without readings. */
  version: number | null
}

/** Mean power by day and local hour: `days` rows of 24. */
export interface HeatMap {
  days: number
  importW: Float32Array
  exportW: Float32Array | null
}

const hoursPerDay = 24
const blockNumbers = [1, 2, 3, 4, 5] as const
const wattsPerMilliWh = 3_600_000 / quarterHourMs / 1000

/** Everything in a few passes over the readings; two years take some tens of milliseconds. */
export function summariseReadings(
  readings: PortalReadings,
  input: { agreedPowers: AgreedPowerEntry[] | null },
): ReadingsSummary {
  const { series, quality } = readings
  const { calendar } = readings.getProfile()
  const importW = series.importMilliWh.map((energy) => energy * wattsPerMilliWh)
  const exportW = series.exportMilliWh?.map((energy) => energy * wattsPerMilliWh) ?? null
  const agreedByMonth = findAgreedByMonth(calendar, input.agreedPowers)
  const agreedW = Float64Array.from(
    importW,
    (_, i) => agreedByMonth[calendar.monthOf[i]!]![calendar.block[i]! - 1]!,
  )
  const first = importW.findIndex((power) => !Number.isNaN(power))
  const last = importW.findLastIndex((power) => !Number.isNaN(power))
  const estimated = [...quality].flatMap((mark, i) => (mark === 'e' || mark === 'z' ? [i] : []))
  const blocks = blockNumbers.map((block) =>
    summariseBlock(block, { ...series, importW, agreedW }, calendar, agreedByMonth.at(-1)),
  )
  const peaks = blocks.flatMap(({ peak }) => peak ?? [])
  return {
    firstStartMs: series.firstStartMs,
    importW,
    exportW,
    agreedW,
    block: calendar.block,
    estimated,
    totals: { importWh: sumWh(series.importMilliWh), exportWh: sumWh(series.exportMilliWh) },
    known:
      first < 0
        ? null
        : {
            fromMs: series.firstStartMs + first * quarterHourMs,
            toMs: series.firstStartMs + (last + 1) * quarterHourMs,
          },
    quality: countQuality(quality, first, last),
    peak: peaks.reduce<PeakPower | null>(
      (highest, peak) => (highest === null || peak.powerW > highest.powerW ? peak : highest),
      null,
    ),
    blocks,
    days: describeDays(readings, calendar),
    heat: {
      days: calendar.days,
      importW: averageByHour(importW, calendar),
      exportW: exportW && averageByHour(exportW, calendar),
    },
    duration: [
      buildDurationCurve(0, importW),
      ...blockNumbers.map((block) =>
        buildDurationCurve(
          block,
          importW.filter((_, i) => calendar.block[i] === block),
        ),
      ),
    ],
  }
}

/** W per block for each month; NaN if no power is agreed. */
function findAgreedByMonth({ months }: IntervalCalendar, entries: AgreedPowerEntry[] | null): number[][] {
  return months.map(({ firstDay }) => {
    const entry = entries && findAgreedPower(entries, firstDay)
    return blockNumbers.map((block) =>
      entry && hasPowers(entry) ? entry.blocksKw[block - 1]! * 1000 : Number.NaN,
    )
  })
}

function summariseBlock(
  block: number,
  {
    firstStartMs,
    importMilliWh,
    isEstimated,
    importW,
    agreedW,
  }: PortalReadings['series'] & Pick<ReadingsSummary, 'importW' | 'agreedW'>,
  calendar: IntervalCalendar,
  agreedNow: readonly number[] | undefined,
): BlockSummary {
  let milliWh = 0
  let peakAt = -1
  let exceeding = 0
  let isAgreed = false
  for (let i = 0; i < importW.length; i++) {
    if (calendar.block[i] !== block) continue
    if (!Number.isNaN(agreedW[i]!)) isAgreed = true
    const power = importW[i]!
    if (Number.isNaN(power)) continue
    milliWh += importMilliWh[i]!
    if (peakAt < 0 || power > importW[peakAt]!) peakAt = i
    // Readings are whole milliwatt-hours: a smaller excess is the last bit of a multiplication.
    if (power - agreedW[i]! > 1e-3) exceeding += 1
  }
  const agreed = agreedNow?.[block - 1] ?? Number.NaN
  return {
    block,
    importWh: milliWh / 1000,
    peak:
      peakAt < 0
        ? null
        : {
            powerW: importW[peakAt]!,
            startMs: firstStartMs + peakAt * quarterHourMs,
            block,
            isEstimated: isEstimated[peakAt] === 1,
          },
    agreedW: Number.isNaN(agreed) ? null : agreed,
    exceeding: isAgreed ? exceeding : null,
  }
}

function sumWh(energies: Float64Array | null): number | null {
  if (energies === null || energies.every(Number.isNaN)) return null
  return energies.reduce((sum, energy) => (Number.isNaN(energy) ? sum : sum + energy), 0) / 1000
}

/** Before the first reading and after the last nothing is missing: it has not been read yet, or was not metered. */
function countQuality(quality: string, first: number, last: number): ReadingsSummary['quality'] {
  const counted = { expected: first < 0 ? 0 : last - first + 1, missing: 0, estimated: 0, suspect: 0 }
  for (let i = Math.max(0, first); i <= last; i++) {
    if (quality[i] === 'm') counted.missing += 1
    else if (quality[i] === 'e') counted.estimated += 1
    else if (quality[i] === 'z') counted.suspect += 1
  }
  return counted
}

function describeDays({ quality, days, series }: PortalReadings, calendar: IntervalCalendar): DayQuality[] {
  const versions = new Map(days.map(({ day, version }) => [day, version]))
  const firstDay = findFirstDay(series.firstStartMs)
  const described = Array.from({ length: calendar.days }, (_, at): DayQuality => {
    const day = formatDay(firstDay + at)
    return { day, intervals: 0, present: 0, estimated: 0, suspect: 0, version: versions.get(day) ?? null }
  })
  for (let i = 0; i < quality.length; i++) {
    const day = described[calendar.day[i]!]!
    day.intervals += 1
    if (quality[i] === 'm') continue
    day.present += 1
    if (quality[i] === 'e') day.estimated += 1
    else if (quality[i] === 'z') day.suspect += 1
  }
  return described
}

/** The row begins at a local midnight. */
function findFirstDay(firstStartMs: number): number {
  const utcDay = parseDay(new Date(firstStartMs).toISOString().slice(0, 10))
  return localMidnightMs(formatDay(utcDay + 1)) <= firstStartMs ? utcDay + 1 : utcDay
}

function averageByHour(powers: Float64Array, calendar: IntervalCalendar): Float32Array {
  const sums = new Float64Array(calendar.days * hoursPerDay)
  const counts = new Uint8Array(sums.length)
  for (let i = 0; i < powers.length; i++) {
    if (Number.isNaN(powers[i]!)) continue
    const cell = calendar.day[i]! * hoursPerDay + calendar.hour[i]!
    sums[cell]! += powers[i]!
    counts[cell]! += 1
  }
  return Float32Array.from(sums, (sum, cell) => (counts[cell] === 0 ? Number.NaN : sum / counts[cell]!))
}
