import { Readable } from 'node:stream'
import type { FilePlace } from '@ohmstead/contract/errors'
import { parse } from 'csv-parse'
import { AppError } from '../../../platform/app-error.ts'
import { startOfIntervalEnding } from '../client/interval-start.ts'
import { parseMilliWh } from '../client/parse-milli-wh.ts'
import type { QuarterHour, QuarterHours } from '../client/parse-quarter-hours.ts'
import { classifyQuality } from '../client/reading-quality.ts'
import { createLocalClock, parseLocalStamp } from '../import/local-stamps.ts'
import { type CsvAgreedPowers, type CsvPowerCells, collectAgreedPowers } from './csv-agreed-powers.ts'
import { type CsvColumns, findColumns } from './csv-columns.ts'
import { decodeCsv, readIdentifier } from './csv-text.ts'

export interface PortalCsv {
  eimm: string
  gsrn: string | null
  readings: QuarterHours
  /** Null if the file has none. */
  agreedPowers: CsvAgreedPowers | null
  /** Rows with an unreadable time or energy: how many, and the place of the first. */
  unreadable: { count: number; first: FilePlace } | null
}

interface Row {
  localMs: number
  line: number
  imported: string
  exported: string
  importStatus: string
  exportStatus: string
  block: string
  agreedKw: string
}

/** In characters; a row of the portal has some 200. Anything longer is no export, and would be more expensive than one. */
const longestRow = 4096
/** A file with a larger share of unreadable rows is refused: the rest would be misleading. */
const mostUnreadable = 0.5

/** Parses the portal's 15-minute export. Throws AppError with the reason for another file. */
export async function readPortalCsv(content: Uint8Array): Promise<PortalCsv> {
  const text = decodeCsv(content)
  if (text.trim() === '') throw new AppError('csv_empty')
  refuseLongRows(text)
  const [head = ''] = text.split(/\r?\n/, 1)
  const delimiter = [';', '\t', ','].find((sign) => head.includes(sign)) ?? ';'
  let line = 0
  let names: readonly string[] = []
  const unreadable = createUnreadable()
  const parser = Readable.from(sliced(text)).pipe(
    parse({
      delimiter,
      // An unclosed quote invalidates its own row, not the file.
      skip_records_with_error: true,
      on_skip: (error): undefined =>
        unreadable.note({ row: Number(error?.lines) || line, column: firstName(head, delimiter) }),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }),
  )
  let columns: CsvColumns | null = null
  const places = new Map<string, string | null>()
  const rows: Row[] = []
  for await (const cells of parser as AsyncIterable<string[]>) {
    line += 1
    if (columns === null) {
      columns = findColumns(cells)
      names = cells
      continue
    }
    const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? ''))
    const localMs = parseLocalStamp(cell(columns.time))
    if (localMs === null) {
      unreadable.note({ row: line, column: names[columns.time]! })
      continue
    }
    const gsrn = readIdentifier(cell(columns.gsrn)) || null
    places.set(readIdentifier(cell(columns.place)) || gsrn || '', gsrn)
    rows.push({
      ...{ localMs, line },
      imported: cell(columns.imported),
      exported: cell(columns.exported),
      importStatus: cell(columns.importStatus),
      exportStatus: cell(columns.exportStatus),
      block: cell(columns.block),
      agreedKw: cell(columns.agreedPower),
    })
  }
  if (columns === null) throw new AppError('csv_unknown_columns')
  if (rows.length === 0 && unreadable.found === null) throw new AppError('csv_empty')
  if (places.size > 1) throw new AppError('csv_several_points')
  const rowCount = rows.length + (unreadable.found?.count ?? 0)
  const found = toReadings(rows, unreadable, (column) => names[columns[column] ?? 0]!)
  if (unreadable.found && unreadable.found.count > rowCount * mostUnreadable)
    throw new AppError('csv_unreadable', { place: unreadable.found.first })
  const [[eimm, gsrn]] = [...places] as [[string, string | null]]
  if (eimm === '') throw new AppError('csv_changed')
  return { eimm, gsrn, ...found, unreadable: unreadable.found }
}

const firstName = (head: string, delimiter: string) => head.split(delimiter, 1)[0]!.replace(/[\uFEFF"]/g, '')

type Unreadable = ReturnType<typeof createUnreadable>

/** Counts unreadable rows, and keeps the place of the first. */
function createUnreadable() {
  let found = null as PortalCsv['unreadable']
  return {
    get found() {
      return found
    },
    note: (place: FilePlace): undefined => {
      const isFirst = found === null || place.row < found.first.row
      found = { count: (found?.count ?? 0) + 1, first: isFirst ? place : found!.first }
    },
  }
}

function refuseLongRows(text: string): void {
  for (let from = 0, end: number; from < text.length; from = end + 1) {
    end = text.indexOf('\n', from)
    if (end < 0) end = text.length
    if (end - from > longestRow) throw new AppError(from === 0 ? 'csv_unknown_columns' : 'csv_changed')
  }
}

function* sliced(text: string): Generator<string> {
  const length = 64 * 1024
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

/** Rows may be in descending order; the order distinguishes the repeated hour in autumn. */
function toReadings(
  rows: Row[],
  unreadable: Unreadable,
  nameOf: (column: 'time' | 'imported' | 'exported') => string,
): Pick<PortalCsv, 'readings' | 'agreedPowers'> {
  if (rows.length > 0 && rows[0]!.localMs > rows.at(-1)!.localMs) rows.reverse()
  const clock = createLocalClock()
  const readings: QuarterHours = { imports: [], exports: [], unreadable: 0 }
  const powers: CsvPowerCells[] = []
  for (const row of rows) {
    const endMs = clock.toInstant(row.localMs)
    if (endMs === null) {
      unreadable.note({ row: row.line, column: nameOf('time') })
      continue
    }
    const startMs = startOfIntervalEnding(endMs)
    const imported = read(startMs, row.imported, row.importStatus)
    readings.imports.push(known(imported))
    let wrong: 'imported' | 'exported' | null = isNoNumber(imported, row.imported) ? 'imported' : null
    if (row.exported !== '') {
      const exported = read(startMs, row.exported, row.exportStatus)
      readings.exports.push(known(exported))
      if (isNoNumber(exported, row.exported)) wrong ??= 'exported'
    }
    if (wrong) unreadable.note({ row: row.line, column: nameOf(wrong) })
    if (row.agreedKw !== '') powers.push({ ...row, startMs })
  }
  return { readings, agreedPowers: collectAgreedPowers(powers) }
}

const isNoNumber = ({ milliWh, state }: QuarterHour, text: string) =>
  milliWh === null && text !== '' && state !== 'm'

/** A cell of states may hold several codes, as in `1.5.257, 1.5.259`. */
function read(startMs: number, value: string, status: string): QuarterHour {
  const codes = status.split(/[,;|]/).map((code) => code.trim())
  const state = value === '' ? 'm' : classifyQuality(codes, new Map(codes.map((code) => [code, code])))
  return { startMs, milliWh: state === 'm' ? null : parseMilliWh(value), state }
}

const known = (reading: QuarterHour): QuarterHour =>
  reading.milliWh === null ? { ...reading, state: 'm' } : reading
