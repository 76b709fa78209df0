import { formatDateText } from '../calendar/format-date-text.ts'

/**
 * A note for readers about a rate or a source. The text of `key` is in the catalogues; all other
 * fields are its values, whose name suffixes give their type: `…Day`, `…Share`, `…EurPerKw`, `…Eur`, `…Kw`.
 */
export interface RateNote {
  key: string
  [value: string]: string | number
}

type NoteValues = Record<string, string | number>

/** The values of a note formatted in a language; values without a known suffix, such as a year, are unchanged. */
export function formatNoteValues({ key: _, ...values }: RateNote, tag: string): NoteValues {
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(tag, { maximumFractionDigits: 6, ...options }).format(value)
  const format = (name: string, value: string | number): string | number => {
    if (name.endsWith('Day')) return formatDateText(String(value), tag)
    // A count selects the plural form.
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
