import type { Token } from './invoice-tokens.ts'
import { plainWord } from './invoice-tokens.ts'
import { type Stem, stemsOf } from './invoice-words.ts'

const suppliers = [
  ['gen-i', 'GEN-I'],
  ['petrol', 'Petrol'],
  ['energija plus', 'Energija plus'],
  ['elektro energija', 'Elektro energija'],
  ['ece', 'ECE'],
  ['e 3', 'E 3'],
  ['hep', 'HEP'],
  ['bisol', 'BISOL Energija'],
  ['suntrade', 'Sun Trade'],
] as const

const companyForms = new Set(['d.o.o', 'd.d', 'gmbh', 'ag', 'ltd', 's.r.l', 'd.o.o.', 'd.d.'])

/** A known supplier, else the first company of the text in its own words. */
export function findSupplier(rows: readonly string[]): string | null {
  for (const row of rows) {
    const text = ` ${plainWord(row).replaceAll(',', ' ')} `
    const known = suppliers.find(([word]) => text.includes(` ${word} `))
    if (known) return known[1]
  }
  for (const row of rows) {
    const parts = row.split(' ')
    const end = parts.findIndex((part) => companyForms.has(plainWord(part.replaceAll(',', ''))))
    if (end > 0 && end < 8)
      return parts
        .slice(0, end + 1)
        .join(' ')
        .replaceAll(',', '')
        .slice(0, 100)
  }
  return null
}

/** What follows "Račun št." and the like. */
export function findNumber(tokens: readonly Token[], is: ReadonlySet<Stem>): string | null {
  if (!is.has('invoice') || !is.has('number')) return null
  const label = tokens.findLastIndex((token) => token.kind === 'word' && isLabelOf(token.word, 'number'))
  const next = tokens.slice(label + 1).find(({ text }) => /\d/.test(text))
  return next && next.kind !== 'day' ? next.text.slice(0, 60) : null
}

const isLabelOf = (word: string, stem: Stem) => stemsOf([word]).has(stem)

/** An 18-digit GSRN anywhere, or what follows words for a metering point. */
export function findPoint(tokens: readonly Token[], is: ReadonlySet<Stem>): string | null {
  const long = tokens.find(({ text }) => text.length === 18 && /^\d+$/.test(text))
  if (long) return long.text
  if (!is.has('point')) return null
  const austrian = tokens.find(({ text }) => text.length === 33 && text.startsWith('AT'))
  if (austrian) return austrian.text
  const label = tokens.findLastIndex((token) => token.kind === 'word' && isLabelOf(token.word, 'point'))
  const next = tokens
    .slice(label + 1)
    .find(({ kind, text }) => kind !== 'day' && /\d{4}/.test(text) && !/[,]/.test(text))
  return next ? next.text.slice(0, 60) : null
}

const monthNames: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['januar', 'january', 'sijecanj', 'jan', 'januarja', 'janner'],
    ['februar', 'february', 'veljaca', 'feb', 'februarja', 'feber'],
    ['marec', 'march', 'ozujak', 'mar', 'marca', 'marz'],
    ['april', 'travanj', 'apr', 'aprila'],
    ['maj', 'may', 'svibanj', 'maja', 'mai'],
    ['junij', 'june', 'lipanj', 'jun', 'junija', 'juni'],
    ['julij', 'july', 'srpanj', 'jul', 'julija', 'juli'],
    ['avgust', 'august', 'kolovoz', 'avg', 'avgusta'],
    ['september', 'rujan', 'sep', 'septembra', 'sept'],
    ['oktober', 'october', 'listopad', 'okt', 'oct', 'oktobra'],
    ['november', 'studeni', 'nov', 'novembra'],
    ['december', 'prosinac', 'dec', 'decembra', 'dezember'],
  ].flatMap((names, place) => names.map((name) => [name, place + 1])),
)

export interface Period {
  from: string
  to: string
}

/** Two days of a row, or the month that it names. */
export function findPeriod(tokens: readonly Token[], is: ReadonlySet<Stem>): Period | null {
  const days = tokens.flatMap((token) => (token.kind === 'day' ? [token.day] : []))
  if (days.length >= 2 && days[0]! <= days[1]!) return { from: days[0]!, to: days[1]! }
  if (!is.has('period') || days.length > 0) return null
  for (let place = 0; place < tokens.length - 1; place++) {
    const token = tokens[place]!
    const month = token.kind === 'word' ? monthNames[token.word] : undefined
    const year = Number(tokens[place + 1]!.text.replaceAll('.', ''))
    if (month && year >= 2000 && year < 2100) return wholeMonth(year, month)
  }
  return null
}

export function wholeMonth(year: number, month: number): Period {
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { from: `${last.slice(0, 8)}01`, to: last }
}
