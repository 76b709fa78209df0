import {
  bodyFont,
  type CellStyle,
  type CellValue,
  replaceUnwritable,
  type WriteSheet,
} from './spreadsheet.ts'

export type NumberKind =
  | 'money'
  | 'energy'
  /** To the milliwatt-hour. */
  | 'kwh'
  | 'power'
  | 'rate'
  | 'exact'
  | 'count'
  | 'month'
  | 'day'
  | 'percent'

export interface SheetCell {
  value: CellValue
  /** Without the equals sign; `value` is its result. */
  formula?: string
  kind?: NumberKind
  isBold?: boolean
  isQuiet?: boolean
  wraps?: boolean
}

const formats: Record<NumberKind, string> = {
  money: '#,##0.00',
  energy: '#,##0.000',
  kwh: '#,##0.000###',
  power: '0.0##',
  rate: '0.00000#',
  exact: '#,##0.00####',
  count: '#,##0',
  month: 'mmm yyyy',
  day: 'yyyy-mm-dd',
  percent: '0.0%',
}
const longestName = 31
const solid = (rgb: string) => ({ type: 'pattern', pattern: 'solid', fgColor: { rgb } }) as const

export type Workbook = ReturnType<typeof startWorkbook>

/** The sheets of one file, each named after its title as far as Excel allows. */
export function startWorkbook() {
  const taken = new Set<string>()
  return {
    createSheet: (title: string, widths: number[], isWide = false) =>
      createSheet(nameSheet(title, taken), widths, isWide),
  }
}

/** A sheet filled row by row; rows and columns are counted from one, as in its formulas. */
function createSheet(name: string, widths: number[], isWide: boolean) {
  const sheet = {
    name,
    rows: [] as CellValue[][],
    cells: new Map(),
    merges: [] as NonNullable<WriteSheet['merges']>,
    rowDefs: new Map() as NonNullable<WriteSheet['rowDefs']>,
    columns: widths.map((width) => ({ width })),
    pageSetup: {
      paperSize: 'a4',
      orientation: isWide ? 'landscape' : 'portrait',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
    },
  } satisfies WriteSheet
  const width = widths.reduce((sum, one) => sum + one, 0)
  return {
    sheet: sheet as WriteSheet,
    /** The sheet's name as used in formulas of others. */
    ref: `'${name.replaceAll("'", "''")}'!`,
    /** The number of the next row. */
    next: () => sheet.rows.length + 1,
    row(cells: (SheetCell | CellValue)[] = [], look: 'row' | 'head' | 'total' | 'title' = 'row') {
      const place = sheet.rows.length
      const whole = cells.map((cell) => (isCell(cell) ? cell : { value: cell }))
      sheet.rows.push(whole.map(({ value }) => value))
      whole.forEach((cell, column) => {
        const style = styleOf(cell, look)
        const written = cell.formula ? { formula: cell.formula, formulaResult: cell.value } : {}
        sheet.cells.set(`${place},${column}`, { value: cell.value, ...written, ...(style && { style }) })
      })
    },
    /** A paragraph over the whole width. */
    sentence(text: string, isQuiet = false) {
      const place = sheet.rows.length
      this.row([{ value: text, wraps: true, isQuiet }])
      const { merges, rowDefs } = sheet
      merges.push({ startRow: place, startCol: 0, endRow: place, endCol: widths.length - 1 })
      rowDefs.set(place, { height: 15 * Math.ceil(text.length / width) })
    },
  }
}

/** Excel allows 31 characters, forbids some everywhere and an apostrophe at both ends, and no name twice in any case. */
function nameSheet(title: string, taken: Set<string>): string {
  const clean = replaceUnwritable(title).replace(/[\\/*?:[\]\p{Cc}]/gu, ' ')
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : ` (${count})`
    const name = `${cut(clean, longestName - ending.length) || '-'}${ending}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

const cut = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/\p{Cs}$/u, '')
    .replace(/^[' ]+|[' ]+$/g, '')

/** 0 → A, 26 → AA. */
export function columnLetter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : columnLetter(Math.floor(place / 26) - 1) + last
}

const isCell = (cell: SheetCell | CellValue): cell is SheetCell =>
  typeof cell === 'object' && cell !== null && !(cell instanceof Date)

function styleOf({ kind, isBold, isQuiet, wraps }: SheetCell, look: string): CellStyle | null {
  const style: CellStyle = {}
  if (kind) style.numFmt = formats[kind]
  if (look === 'title') style.font = { ...bodyFont, bold: true, size: 16 }
  else if (look === 'head' || look === 'total' || isBold) style.font = { ...bodyFont, bold: true }
  else if (isQuiet) style.font = { ...bodyFont, color: { rgb: '5B6570' } }
  if (look === 'head') {
    style.fill = solid('E4EFEC')
    style.border = { bottom: { style: 'thin', color: { rgb: '16191D' } } }
    style.alignment = { wrapText: true, vertical: 'bottom' }
  }
  if (look === 'total') style.border = { top: { style: 'thin', color: { rgb: '16191D' } } }
  if (wraps) style.alignment = { wrapText: true, vertical: 'top' }
  return Object.keys(style).length > 0 ? style : null
}
