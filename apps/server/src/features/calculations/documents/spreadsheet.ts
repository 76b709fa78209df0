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
    sheets,
    defaultFont: bodyFont,
    ...(properties && { properties }),
  })
}

/** Text for programs and spreadsheets, with a byte order mark; formulas are neutralised. */
export function writeCommaSeparated(rows: CellValue[][]): string {
  return writeCsv(rows, { escapeFormulae: true, bom: true })
}
