import { type DecimalText, type Exact, parseExact } from '@ohmstead/domain/money/exact'
import type { InvoiceUnit } from './invoice-model.ts'
import { type DecimalMark, decimalsOf, readDecimal } from './invoice-numbers.ts'
import type { Token } from './invoice-tokens.ts'

/** A number of a row. */
export interface Figure {
  text: DecimalText
  value: Exact
  decimals: number
  /** The unit that stands beside it. */
  unit: InvoiceUnit | 'price' | 'money' | null
  isThousands: boolean
}

export const units: Readonly<Record<string, InvoiceUnit | 'price' | 'money' | 'mwh'>> = {
  kwh: 'kWh',
  mwh: 'mwh',
  kw: 'kW',
  mes: 'month',
  'mes.': 'month',
  mesec: 'month',
  mj: 'month',
  mjesec: 'month',
  month: 'month',
  months: 'month',
  monat: 'month',
  eur: 'money',
  '€': 'money',
  'eur/kwh': 'price',
  '€/kwh': 'price',
  'eur/kw': 'price',
  '€/kw': 'price',
  'eur/mes': 'price',
  'eur/kw/mes': 'price',
  '€/kw/mes': 'price',
}
export const isUnitWord = (word: string) => Object.hasOwn(units, word) || (word >= '0' && word <= '9')

const mostFigures = 12
const labelWords = /^(blok|bloka|block|cb|zb|zeitblock|tarifa|cona|faza|st|no|nr)$/

/** The numbers of a row that may be a quantity, a price or an amount. */
export function listFigures(tokens: readonly Token[], mark: DecimalMark, isJoined: boolean): Figure[] {
  const figures: Figure[] = []
  tokens.forEach((token, place) => {
    if (token.kind !== 'number' || token.isPercent || figures.length >= mostFigures) return
    const previous = tokens[place - 1]
    if (isLabelNumber(tokens, place)) return
    const isThousands = isJoined && joins(previous, token)
    const text = readDecimal(
      isThousands ? `${(previous as { text: string }).text}${token.text}` : token.text,
      mark,
    )
    if (text === null) return
    if (isThousands) figures.pop()
    const unit = unitBeside(tokens, place)
    figures.push({ text, value: parseExact(text), decimals: decimalsOf(text), unit, isThousands })
  })
  return figures
}

/** The number of a block is a part of its name. */
export function isLabelNumber(tokens: readonly Token[], place: number): boolean {
  const [previous, token] = [tokens[place - 1], tokens[place]]
  const isShort = token?.kind === 'number' && token.text.length < 3 && !/[.,]/.test(token.text)
  return isShort && previous?.kind === 'word' && labelWords.test(previous.word)
}

/** "1 234,56" as one number: one blank, and three digits behind it. */
function joins(previous: Token | undefined, token: Token & { kind: 'number' }): boolean {
  if (previous?.kind !== 'number' || previous.isPercent || token.spaceBefore !== 1) return false
  const whole = token.text.split(/[.,]/)[0]!
  return whole.length === 3 && /^-?\d{1,3}$/.test(previous.text)
}

/** The unit after a number, else the one before it if that belongs to no other number. */
function unitBeside(tokens: readonly Token[], place: number): Figure['unit'] {
  const after = unitOf(tokens[place + 1])
  if (after) return after
  const isFree = tokens[place - 2]?.kind !== 'number' || isLabelNumber(tokens, place - 2)
  return isFree ? unitOf(tokens[place - 1]) : null
}

function unitOf(token: Token | undefined): Figure['unit'] {
  const unit = token?.kind === 'word' ? (units[token.word] ?? null) : null
  return unit === 'mwh' ? 'kWh' : unit
}
