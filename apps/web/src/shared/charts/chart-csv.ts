import { offsetAtMs } from './offset-at.ts'

export interface TableColumn {
  key: string
  label: string
  unit: string
  values: ArrayLike<number | string | null>
  /** The most decimals in a file; three if nothing is said. */
  decimals?: number
  /** Decimals in a table, of prices and money; other units have as many as their prefix needs. */
  digits?: number
}

export interface ChartTable {
  ts: ArrayLike<number>
  timeZone: string
  columns: TableColumn[]
  /** Bucket indices with estimated or incomplete energy. */
  estimated: readonly number[]
  incomplete: readonly number[]
}

/** '2026-10-25T02:00+01:00': local time with its offset, so that the repeated hour stays two hours. */
export function formatLocalTime(epochMs: number, timeZone: string): string {
  const offsetMs = offsetAtMs(epochMs, timeZone)
  const local = new Date(epochMs + offsetMs).toISOString()
  const withSeconds = !local.slice(17, 19).startsWith('00')
  const minutes = Math.abs(offsetMs) / 60_000
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${local.slice(0, withSeconds ? 19 : 16)}${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** A spreadsheet would run a text that begins like a formula: somebody else may have named the device. Numbers stay. */
const asText = (text: string) => (/^[=+@\t]|^-(?!\d)/.test(text) ? `'${text}` : text)

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Comma-separated, decimal point, UTF-8 with BOM so that spreadsheets read the accents, the same in every
 * language. Empty is unknown. The column `quality` is `estimated`, `incomplete` or empty.
 */
export function formatCsv(table: ChartTable): string {
  const estimated = new Set(table.estimated)
  const incomplete = new Set(table.incomplete)
  const header = [
    `time (${table.timeZone})`,
    'time (UTC)',
    ...table.columns.map(({ label, unit }) => asText(unit ? `${label} [${unit}]` : label)),
    'quality',
  ]
  const lines = [header.map(quote).join(',')]
  for (let i = 0; i < table.ts.length; i++) {
    const ms = table.ts[i]!
    const cells = [formatLocalTime(ms, table.timeZone), new Date(ms).toISOString().replace('.000Z', 'Z')]
    for (const { values, decimals = 3 } of table.columns) cells.push(formatCell(values[i], decimals))
    cells.push(estimated.has(i) ? 'estimated' : incomplete.has(i) ? 'incomplete' : '')
    lines.push(cells.map(quote).join(','))
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function formatCell(value: number | string | null | undefined, decimals: number): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return asText(value)
  if (!Number.isFinite(value)) return ''
  const factor = 10 ** decimals
  return String(Math.round(value * factor) / factor)
}
