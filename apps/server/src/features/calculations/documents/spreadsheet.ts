import type { CellStyle, CellValue, WorkbookProperties, WriteSheet } from 'hucre'
import { writeCsv } from 'hucre/csv'
import { writeXlsx } from 'hucre/xlsx'

// The only file that knows which library writes workbooks; `spreadsheet.test.ts` reads back every feature it uses.
export type { CellStyle, CellValue, WriteSheet }

/** Every font must set it: one that is only bold has no size of its own. */
export const bodyFont = { name: 'Calibri', size: 11 }

/** A workbook as Excel's .xlsx. */
export function writeSpreadsheet(
  sheets: WriteSheet[],
  properties?: Pick<WorkbookProperties, 'title' | 'creator' | 'created'>,
): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(toReadable),
    defaultFont: bodyFont,
    ...(properties && {
      properties: { ...properties, ...(properties.title && { title: replaceUnwritable(properties.title) }) },
    }),
  })
}

/** XML has no place for these two, escaped or not: one of them in a name would make the whole file unreadable. */
const unwritable = /[\uFFFE\uFFFF]/
export const replaceUnwritable = (text: string) => text.replace(new RegExp(unwritable, 'g'), '\uFFFD')

function toReadable(sheet: WriteSheet): WriteSheet {
  const isBad = (value: CellValue | undefined) => typeof value === 'string' && unwritable.test(value)
  const clean = (value: CellValue) => (typeof value === 'string' ? replaceUnwritable(value) : value)
  const rows = sheet.rows?.map((row) => (row.some(isBad) ? row.map(clean) : row))
  const cells = [...(sheet.cells ?? [])].filter(([, { value }]) => isBad(value))
  return {
    ...sheet,
    ...(rows && { rows }),
    ...(cells.length > 0 && {
      cells: new Map([
        ...sheet.cells!,
        ...cells.map(([place, cell]) => [place, { ...cell, value: clean(cell.value!) }] as const),
      ]),
    }),
  }
}

/** Text for programs and spreadsheets, with a byte order mark; formulas are neutralised. */
export function writeCommaSeparated(rows: CellValue[][]): string {
  return writeCsv(rows, { escapeFormulae: true, bom: true })
}
