import type { MeasuredSeries } from './measured-series.ts'

const timeName = /time|date|datum|stamp|čas|ura|zeit/i
const pvName = /pv|solar|photovolt|yield|generation|production|proizv/i
const loadName =
  /load|demand|consum|usage|household|poraba|odjem|verbrauch|power|energy|kwh?\b|(^|[^a-z])wh?\b/i
const dayMs = 86_400_000

/**
 * Parses a series of a household: a time column, the demand, and perhaps a photovoltaic column. Column names are
 * matched loosely; the unit is taken from the name (kW unless it says W, Wh or kWh). Comma, semicolon or tab.
 * Throws an Error that names what is missing.
 */
export function parseMeasuredSeries(text: string, fill: MeasuredSeries['fill'] = 'hold'): MeasuredSeries {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const separator = [';', '\t', ','].find((candidate) => lines[0]?.includes(candidate)) ?? ','
  const header = splitLine(lines[0] ?? '', separator)
  const columns = findColumns(header)
  const rows = lines.slice(1).map((line) => splitLine(line, separator))
  const number = (cell: string | undefined) => parseNumber(cell, separator)
  const times = rows.map((row) => parseTime(row[columns.time] ?? ''))
  const stepSeconds = findStep(times)
  const known = times.filter((time) => time !== null)
  const startMs = Math.floor(Math.min(...reduceEnds(known, Math.min)) / dayMs) * dayMs
  const endMs = Math.ceil((Math.max(...reduceEnds(known, Math.max)) + stepSeconds * 1000) / dayMs) * dayMs
  const steps = Math.round((endMs - startMs) / 1000 / stepSeconds)
  const read = (column: number) => {
    const values = new Float64Array(steps).fill(Number.NaN)
    const scale = findScale(header[column]!, stepSeconds)
    rows.forEach((row, index) => {
      const time = times[index] ?? null
      const value = number(row[column])
      if (time !== null && value !== null)
        values[Math.floor((time - startMs) / 1000 / stepSeconds)] = value * scale
    })
    return values
  }
  const loadKw = read(columns.load)
  const heldSteps = holdMissing(loadKw)
  const pv = columns.pv === null ? null : read(columns.pv)
  if (pv) holdMissing(pv)
  const isShare = columns.pv !== null && /\/\s*kwp?|yield|per.?kwp?/i.test(header[columns.pv]!)
  const suggestedPeakKw = pv && !isShare ? pv.reduce((a, b) => Math.max(a, b), 0) : null
  return {
    firstDayNumber: startMs / dayMs,
    stepSeconds,
    loadKw,
    yieldShare: pv && suggestedPeakKw ? pv.map((kw) => kw / suggestedPeakKw) : pv,
    suggestedPeakKw,
    heldSteps,
    fill,
  }
}

function findColumns(header: readonly string[]): { time: number; load: number; pv: number | null } {
  const time = Math.max(
    0,
    header.findIndex((name) => timeName.test(name)),
  )
  const pv = header.findIndex((name, index) => index !== time && pvName.test(name))
  const others = header.map((_, index) => index).filter((index) => index !== time && index !== pv)
  const load = others.find((index) => loadName.test(header[index]!)) ?? others[0]
  if (load === undefined) throw new Error(`no column of demand among: ${header.join(', ')}`)
  return { time, load, pv: pv < 0 ? null : pv }
}

/** One unit of the column in kW. */
function findScale(name: string, stepSeconds: number): number {
  if (/kwh/i.test(name)) return 3600 / stepSeconds
  if (/(^|[^a-z])wh/i.test(name)) return 3.6 / stepSeconds
  if (/\bmw\b/i.test(name)) return 1000
  return /(^|[^a-z/])(w|watts?)\b/i.test(name) ? 0.001 : 1
}

function splitLine(line: string, separator: string): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

function parseNumber(cell: string | undefined, separator: string): number | null {
  if (cell === undefined || cell === '') return null
  const value = Number(separator === ',' ? cell : cell.replace(',', '.'))
  return Number.isFinite(value) ? value : null
}

/** Epoch ms of a written time, its wall clock read as UTC; a time with an offset is that instant. */
function parseTime(cell: string): number | null {
  if (/^\d{9,13}$/.test(cell)) return Number(cell) * (cell.length > 10 ? 1 : 1000)
  const clock = String.raw`(?:[ T](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?$`
  const iso = new RegExp(String.raw`^(\d{4})[-/](\d\d?)[-/](\d\d?)${clock}`).exec(cell)
  const local = new RegExp(String.raw`^(\d\d?)[./]\s?(\d\d?)[./]\s?(\d{4})${clock}`).exec(cell)
  const parts = iso ?? local
  if (!parts) return null
  const [year, month, day] = iso ? [parts[1], parts[2], parts[3]] : [parts[3], parts[2], parts[1]]
  const utc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(parts[4] ?? 0),
    Number(parts[5] ?? 0),
    Number(parts[6] ?? 0),
  )
  const offset = parts[7]
  if (!offset || offset === 'Z') return utc
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return utc - (offset[0] === '-' ? -1 : 1) * minutes * 60_000
}

/** The most common distance of neighbouring times, in seconds; it must divide a day. */
function findStep(times: readonly (number | null)[]): number {
  const counts = new Map<number, number>()
  for (let index = 1; index < times.length; index++) {
    const step = ((times[index] ?? Number.NaN) - (times[index - 1] ?? Number.NaN)) / 1000
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  if (!best) throw new Error('no column of times with an even step')
  if (daySeconds % best[0] !== 0) throw new Error(`a step of ${best[0]} s does not divide a day`)
  return best[0]
}
const daySeconds = 86_400

/** Math.min(...) of a long list overflows the stack, so it is reduced. */
function reduceEnds(values: readonly number[], pick: (a: number, b: number) => number): [number] {
  return [values.reduce((a, b) => pick(a, b))]
}

/** Repeats the previous value (at the start: the first one) for missing ones; returns how many. */
function holdMissing(values: Float64Array): number {
  let held = 0
  let last = values.find((value) => !Number.isNaN(value)) ?? 0
  for (let index = 0; index < values.length; index++) {
    if (Number.isNaN(values[index]!)) {
      values[index] = last
      held += 1
    } else last = values[index]!
  }
  return held
}
