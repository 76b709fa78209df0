import type { ReadingsSummary } from './summarise-readings.ts'

/** One figure for each local day; NaN if the day has no reading. */
export interface DayPowers {
  ts: Float64Array
  ends: Float64Array
  import: DaySpread
  export: DaySpread | null
  /** The largest excess of a quarter-hour of the day over its agreed power. */
  excess: Float64Array
  /** The lowest and the highest agreed power of the week around the day: its days off have fewer blocks. */
  agreed: { min: Float64Array; max: Float64Array } | null
}

/** Highest quarter-hour, middle one, and the middle half of them. */
export interface DaySpread {
  max: Float64Array
  median: Float64Array
  low: Float64Array
  high: Float64Array
}

const quarterMs = 900_000
const daysPerWeek = 7

/** Replaces a long row of quarter-hours once single ones are too narrow to be seen. */
export function buildDayPowers(summary: ReadingsSummary): DayPowers {
  const { firstStartMs, importW, exportW, agreedW, days } = summary
  const count = days.length
  const create = () => new Float64Array(count).fill(Number.NaN)
  const createSpread = (): DaySpread => ({
    max: create(),
    median: create(),
    low: create(),
    high: create(),
  })
  const powers: DayPowers = {
    ts: create(),
    ends: create(),
    import: createSpread(),
    export: exportW && createSpread(),
    excess: create(),
    agreed: agreedW.some((power) => !Number.isNaN(power)) ? { min: create(), max: create() } : null,
  }
  let from = 0
  for (const [place, { intervals }] of days.entries()) {
    const to = from + intervals
    powers.ts[place] = firstStartMs + from * quarterMs
    powers.ends[place] = firstStartMs + to * quarterMs
    writeSpread(importW.subarray(from, to), powers.import, place)
    if (exportW) writeSpread(exportW.subarray(from, to), powers.export!, place)
    for (let i = from; i < to; i++) {
      const above = Math.max(0, importW[i]! - agreedW[i]!)
      if (!(powers.excess[place]! >= above) && !Number.isNaN(above)) powers.excess[place] = above
      include(powers.agreed, place, agreedW[i]!)
    }
    from = to
  }
  if (powers.agreed) widenToWeeks(powers.agreed)
  return powers
}

function writeSpread(values: Float64Array, spread: DaySpread, place: number): void {
  const known = values.filter((value) => !Number.isNaN(value)).sort()
  if (known.length === 0) return
  const at = (part: number) => known[Math.round((known.length - 1) * part)]!
  spread.max[place] = at(1)
  spread.median[place] = at(0.5)
  spread.low[place] = at(0.25)
  spread.high[place] = at(0.75)
}

function include(agreed: DayPowers['agreed'], place: number, power: number): void {
  if (!agreed || Number.isNaN(power)) return
  if (!(agreed.min[place]! <= power)) agreed.min[place] = power
  if (!(agreed.max[place]! >= power)) agreed.max[place] = power
}

function widenToWeeks({ min, max }: NonNullable<DayPowers['agreed']>): void {
  for (let from = 0; from < min.length; from += daysPerWeek) {
    const known = (values: Float64Array) =>
      values.subarray(from, from + daysPerWeek).filter((value) => !Number.isNaN(value))
    const [low, high] = [Math.min(...known(min)), Math.max(...known(max))]
    if (low > high) continue
    min.fill(low, from, from + daysPerWeek)
    max.fill(high, from, from + daysPerWeek)
  }
}
