import { adapters } from '@ohmstead/adapters/all-adapters'
import { mostMade, type StockCsvProblem } from '@ohmstead/contract/controllers-stock'
import { isControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import { parseSerial } from '@ohmstead/domain/fleet/serial'
import { checkValue, labelRules } from '@ohmstead/domain/forms/form-rules'
import { CsvError, parse } from 'csv-parse/sync'
import type { WantedController } from './make-stock.ts'

const mostProblems = 100
const names: Record<string, keyof WantedController> = {
  kind: 'kind',
  alias: 'alias',
  name: 'alias',
  serial: 'serial',
  protocol: 'protocol',
}

type Reason = StockCsvProblem['reason']

/** The controllers of a file, or what is wrong with it: comma or semicolon, the columns in any order. */
export function parseStockCsv(text: string): {
  wanted: (WantedController & { line: number })[]
  problems: StockCsvProblem[]
} {
  const problems: StockCsvProblem[] = []
  const note = (line: number, reason: Reason, value = '') => {
    if (problems.length < mostProblems) problems.push({ line, reason, value: value.slice(0, 60) })
  }
  const records = readRecords(text, note)
  const wanted: (WantedController & { line: number })[] = []
  const lines = new Map<string, number>()
  const [head, ...rows] = records
  const columns = head?.cells.map((cell) => names[cell.trim().toLowerCase()] ?? null) ?? []
  if (head && (!columns.includes('kind') || columns.includes(null)))
    note(head.line, 'columns', head.cells.filter((_, index) => columns[index] === null).join(', '))
  else if (rows.length === 0 && problems.length === 0) note(1, 'empty')
  else if (rows.length > mostMade) note(rows[mostMade]!.line, 'too_many', `${rows.length}`)
  else
    for (const { line, cells } of rows) {
      const problem = readRow(line, cells)
      if (problem) note(line, ...problem)
    }
  return { wanted, problems }

  /** What is wrong with the row; null if it was added. */
  function readRow(line: number, cells: string[]): [Reason, string?] | null {
    const given: Record<string, string> = {}
    columns.forEach((name, index) => {
      if (name) given[name] = (cells[index] ?? '').trim()
    })
    const kind = given.kind?.toUpperCase().replaceAll(/[\s-]+/g, '_')
    const alias = given.alias || null
    const protocol = given.protocol?.toLowerCase() || null
    if (!isControllerKind(kind)) return ['kind', given.kind]
    if (checkValue(alias ?? '', labelRules(100))) return ['alias', given.alias]
    if (protocol !== null && protocol !== 'ems' && !adapters.some((adapter) => adapter.kind === protocol))
      return ['protocol', given.protocol]
    const parsed = given.serial ? parseSerial(given.serial) : null
    if (given.serial && !parsed?.isCheckRight) return ['serial', given.serial]
    const serial = parsed?.serial ?? null
    if (serial !== null && lines.has(serial)) return ['serial_twice', serial]
    if (serial !== null) lines.set(serial, line)
    wanted.push({ kind, alias, protocol, serial, line })
    return null
  }
}

function readRecords(text: string, note: (line: number, reason: Reason, value?: string) => void) {
  const [first = ''] = text.split('\n', 1)
  try {
    const read = parse(text, {
      bom: true,
      delimiter: first.includes(';') ? ';' : ',',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    // A row may break over several lines: its number is that of its end.
    return read
      .map(({ info, record }) => ({ line: info.lines, cells: record }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    note(typeof error.lines === 'number' ? error.lines : 1, 'unreadable')
    return []
  }
}
