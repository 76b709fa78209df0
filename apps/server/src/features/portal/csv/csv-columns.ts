import { AppError } from '../../../platform/app-error.ts'

/** Indexes of the columns of the portal's 15-minute export; null for a missing one. */
export interface CsvColumns {
  place: number | null
  gsrn: number | null
  time: number
  imported: number
  exported: number | null
  importStatus: number | null
  exportStatus: number | null
  block: number | null
  agreedPower: number | null
}

/** Finds the columns by their names. Throws AppError where it is another export, or no export of the portal at all. */
export function findColumns(head: readonly string[]): CsvColumns {
  const names = head.map(plain)
  const find = (name: string) => {
    const at = names.indexOf(name)
    return at === -1 ? null : at
  }
  const time = find('casovna znacka') ?? find('timestamp')
  const imported = find('energija a+')
  const place = find('merilno mesto')
  const gsrn = find('gsrn mm')
  if (time !== null && imported !== null && (place !== null || gsrn !== null)) {
    return {
      ...{ place, gsrn, time, imported },
      exported: find('energija a-'),
      importStatus: find('status odcitka a+'),
      exportStatus: find('status odcitka a-'),
      block: find('blok'),
      agreedPower: find('dogovorjena moc'),
    }
  }
  // The daily states and the daily energies by block have a date and no time.
  const isDaily = names.includes('datum') && names.some((name) => /energija|blok|stanj/.test(name))
  throw new AppError(isDaily ? 'csv_not_quarter_hours' : 'csv_unknown_columns')
}

/** A name without accents, capitals and double spaces, which spreadsheets change. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
