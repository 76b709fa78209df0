/** Rows are taken apart character by character: no pattern that a hostile text could make slow. */
export type Token =
  | { kind: 'word'; text: string; word: string }
  /** Digits with separators as printed; `spaceBefore` counts the blanks before it. */
  | { kind: 'number'; text: string; spaceBefore: number; isPercent: boolean }
  /** `isAfterDash` joins it to the one before: "1. 9. 2026 – 30. 9. 2026". */
  | { kind: 'day'; text: string; day: string; isAfterDash: boolean }

const mostTokens = 80

/** Without accents and capitals: "Časovni" is 'casovni'. */
export function plainWord(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .replaceAll('ß', 'ss')
    .toLowerCase()
}

/** The words, numbers and days of a row. */
export function readTokens(row: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let spaceBefore = 0
  let isAfterDash = false
  while (at < row.length && tokens.length < mostTokens) {
    const char = row[at]!
    if (isBlank(char)) {
      spaceBefore += char === '\t' ? 2 : 1
      at += 1
      continue
    }
    const isSigned = isMinus(char) && isDigit(row[at + 1]) && !isWordChar(row[at - 1])
    if (isDigit(char) || isSigned) {
      const found =
        readDay(row, at) ?? readDay(row, isSigned ? at + 1 : at) ?? readNumber(row, at, spaceBefore)
      if (found.token.kind === 'day') found.token.isAfterDash = isAfterDash || isSigned
      tokens.push(found.token)
      at = found.end
    } else if (char === '%') {
      const last = tokens.at(-1)
      if (last?.kind === 'number') last.isPercent = true
      at += 1
    } else if (isWordChar(char)) {
      const end = endOfWord(row, at)
      const text = row.slice(at, end)
      tokens.push({ kind: 'word', text, word: plainWord(text) })
      at = end
    } else {
      isAfterDash = isDash(char)
      at += 1
      spaceBefore = 0
      continue
    }
    spaceBefore = 0
    isAfterDash = false
  }
  return tokens
}

const isBlank = (char: string) => char === ' ' || char === '\t' || char === '\u00a0' || char === '\u202f'
const isDash = (char: string) => char === '-' || char === '−' || char === '–' || char === '—'
const isMinus = (char: string) => char === '-' || char === '−' || char === '–'
const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9'
const isWordChar = (char: string | undefined) =>
  char !== undefined &&
  (isDigit(char) || char === '€' || char === '_' || char.toLowerCase() !== char.toUpperCase())

/** Units that cells of a table may run into: "EUR/kWh0,08". */
const unitsOfCells = ['eur/kwh', '€/kwh', 'eur/kw', '€/kw', 'eur', '€', 'kwh', 'kw']

/** Units like EUR/kWh and abbreviations like d.o.o. stay whole. */
function endOfWord(row: string, from: number): number {
  const start = row.slice(from, from + 8).toLowerCase()
  const unit = unitsOfCells.find((one) => start.startsWith(one) && isDigit(row[from + one.length]))
  if (unit) return from + unit.length
  let at = from
  while (at < row.length) {
    const joins = (row[at] === '/' || row[at] === '.' || row[at] === '-') && isWordChar(row[at + 1])
    if (!isWordChar(row[at]) && !joins) break
    at += 1
  }
  return at
}

/** '1. 9. 2026', '01.09.2026', '1/9/2026' or '2026-09-01'. */
function readDay(row: string, from: number): { token: Token; end: number } | null {
  const first = digitsAt(row, from)
  if (first.text.length === 4 && row[first.end] === '-') {
    const month = digitsAt(row, first.end + 1)
    const day = row[month.end] === '-' ? digitsAt(row, month.end + 1) : null
    return day && dayToken(row, from, day.end, first.text, month.text, day.text)
  }
  const separator = row[first.end]
  if (first.text.length > 2 || (separator !== '.' && separator !== '/')) return null
  const month = digitsAt(row, skipBlank(row, first.end + 1))
  if (month.text.length === 0 || month.text.length > 2 || row[month.end] !== separator) return null
  const year = digitsAt(row, skipBlank(row, month.end + 1))
  if (year.text.length !== 4 || row[year.end] === ',') return null
  return dayToken(row, from, year.end, year.text, month.text, first.text)
}

function dayToken(row: string, from: number, end: number, year: string, month: string, day: string) {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && !isDigit(row[end])
  return isDay
    ? { token: { kind: 'day' as const, text: row.slice(from, end), day: text, isAfterDash: false }, end }
    : null
}

const skipBlank = (row: string, at: number) => (row[at] !== undefined && isBlank(row[at]!) ? at + 1 : at)

function digitsAt(row: string, from: number): { text: string; end: number } {
  let end = from
  while (isDigit(row[end])) end += 1
  return { text: row.slice(from, end), end }
}

/** Digits, points, commas and apostrophes; a comma that a scan has moved off its digits belongs to them. */
function readNumber(row: string, from: number, spaceBefore: number): { token: Token; end: number } {
  let end = isMinus(row[from]!) ? from + 1 : from
  let text = end > from ? '-' : ''
  for (;;) {
    const digits = digitsAt(row, end)
    text += digits.text
    end = digits.end
    const next = separatorAt(row, end)
    if (!next) break
    text += next.text
    end = next.end
  }
  // Numbers of contracts and places: 3-12345, 25A.
  if (isWordChar(row[end]) || (row[end] === '-' && isDigit(row[end + 1])) || row[end] === '/') {
    const wordEnd = endOfWord(row, end)
    const whole = row.slice(from, wordEnd)
    const unit = plainWord(row.slice(end, wordEnd))
    if (!gluedUnits.has(unit))
      return { token: { kind: 'word', text: whole, word: plainWord(whole) }, end: Math.max(wordEnd, end + 1) }
  }
  return { token: { kind: 'number', text, spaceBefore, isPercent: false }, end }
}

const gluedUnits: ReadonlySet<string> = new Set(['kwh', 'kw', 'mwh', 'eur', '€', 'mes', 'x'])

function separatorAt(row: string, at: number): { text: string; end: number } | null {
  const char = row[at]
  if ((char === '.' || char === ',' || char === "'" || char === '’') && isDigit(row[at + 1]))
    return { text: char, end: at + 1 }
  // "0, 11990" and "14 ,80" of a scan.
  const isLoose = char === ',' && row[at + 1] === ' ' && isDigit(row[at + 2]) && isDigit(row[at + 3])
  if (isLoose) return { text: ',', end: at + 2 }
  const isLate = char === ' ' && row[at + 1] === ',' && isDigit(row[at + 2])
  return isLate ? { text: ',', end: at + 2 } : null
}
