import { formatDateText } from '../calendar/format-date-text.ts'

/**
 * Something that a person should know of a rate or of a source. The text of `key` stands in the catalogues; all other
 * fields are its values, whose names end in what they are: `…Day`, `…Share`, `…EurPerKw`, `…Eur`, `…Kw`.
 */
export interface RateNote {
  key: string
  [value: string]: string | number
}

type NoteValues = Record<string, string | number>

/** The values of a note as a reader of a language writes them; what no ending tells stays as it is, such as a year. */
export function formatNoteValues({ key: _, ...values }: RateNote, tag: string): NoteValues {
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(tag, { maximumFractionDigits: 6, ...options }).format(value)
  const format = (name: string, value: string | number): string | number => {
    if (name.endsWith('Day')) return formatDateText(String(value), tag)
    // A count chooses the form of a plural.
    if (typeof value === 'string' || name === 'count') return value
    if (/share$/i.test(name)) return number(value, { style: 'percent' })
    if (name.endsWith('EurPerKw')) return `${number(value, { minimumFractionDigits: 5 })} EUR/kW`
    if (name.endsWith('Eur'))
      return number(value, { style: 'currency', currency: 'EUR', maximumFractionDigits: 2 })
    if (name.endsWith('Kw')) return `${number(value)} kW`
    if (name.endsWith('Factor')) return number(value, { minimumFractionDigits: 2 })
    return String(value)
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, format(name, value)]))
}
