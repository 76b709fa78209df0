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

/** A period; `isNamed` unless two days merely stand beside each other, which may be those of issue and payment. */
export interface FoundPeriod extends Period {
  isNamed: boolean
}

const joiningWords: ReadonlySet<string> = new Set(['do', 'to', 'bis', 'al', 'until', 'vkljucno'])
/** Of issue, delivery and payment. */
const otherDays = [
  'izda',
  'datum',
  'rok',
  'plac',
  'zapad',
  'dospij',
  'valut',
  'opravlj',
  'due',
  'issue',
  'fallig',
]

/** Two days of a row that belong together, or the month that it names. */
export function findPeriod(tokens: readonly Token[], is: ReadonlySet<Stem>): FoundPeriod | null {
  const places = tokens.flatMap(({ kind }, place) => (kind === 'day' ? [place] : []))
  const pairs = places.slice(1).flatMap((place, at) => pairAt(tokens, places[at]!, place))
  const isNamed = is.has('period')
  const joined = pairs.find(({ link }) => link === 'joined')
  if (joined) return { ...joined.period, isNamed: true }
  const beside = pairs.find(({ link }) => link === 'beside')
  if (beside && (isNamed || !tokens.some(isOfOtherDays))) return { ...beside.period, isNamed }
  if (!isNamed) return null
  const month = findMonth(tokens)
  if (month) return { ...month, isNamed }
  const apart = pairs.find(({ link }) => link === 'apart')
  return apart ? { ...apart.period, isNamed } : null
}

/** Two days after each other and what is between them; none if the later one comes first. */
function pairAt(tokens: readonly Token[], first: number, second: number) {
  const [one, other] = [tokens[first]!, tokens[second]!]
  if (one.kind !== 'day' || other.kind !== 'day' || one.day > other.day) return []
  const between = tokens.slice(first + 1, second)
  if (between.some(isOfOtherDays)) return []
  const isJoined = between.every((token) => token.kind === 'word' && joiningWords.has(token.word))
  const isBeside = between.length === 0 && !other.isAfterDash
  const link = isBeside ? ('beside' as const) : isJoined ? ('joined' as const) : ('apart' as const)
  return [{ link, period: { from: one.day, to: other.day } }]
}

const isOfOtherDays = (token: Token) =>
  token.kind === 'word' && otherDays.some((word) => token.word.startsWith(word))

function findMonth(tokens: readonly Token[]): Period | null {
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
