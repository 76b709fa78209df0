import { findKeyUse } from './find-key-use.ts'
import { readMessage } from './read-message.ts'

const source = 'en'

/** Every problem of the catalogues as an actionable line. English is the source the others are compared with. */
export function describeProblems(
  catalogues: Record<string, Record<string, string>>,
  code: readonly string[],
): string[] {
  const english = catalogues[source] ?? {}
  const problems: string[] = []
  for (const [locale, catalogue] of Object.entries(catalogues)) {
    problems.push(...compareKeys(locale, catalogue, english))
    for (const [key, text] of Object.entries(catalogue))
      problems.push(...checkText(locale, key, text, english[key]))
  }
  const { unused, missing, arrived } = findKeyUse(Object.keys(english), code)
  for (const key of unused) problems.push(`${key}: no code names it`)
  for (const key of missing) problems.push(`${key}: named in the code, but no catalogue has it`)
  for (const key of arrived) problems.push(`${key}: a page shows it, so take it from awaitedMessages`)
  return problems
}

function compareKeys(
  locale: string,
  catalogue: Record<string, string>,
  english: Record<string, string>,
): string[] {
  const missing = Object.keys(english).filter((key) => !(key in catalogue))
  const extra = Object.keys(catalogue).filter((key) => !(key in english))
  const keys = Object.keys(catalogue)
  return [
    ...missing.map((key) => `${locale} ${key}: missing`),
    ...extra.map((key) => `${locale} ${key}: not in ${source}`),
    ...findMisplaced(keys).map(
      ([key, next]) => `${locale} ${key}: out of alphabetical order, belongs before ${next}`,
    ),
  ]
}

/** Each key that follows one it should precede, with the first such one. */
function findMisplaced(keys: readonly string[]): [string, string][] {
  let last = ''
  return keys.flatMap((key): [string, string][] => {
    const isMisplaced = key < last
    if (!isMisplaced) last = key
    return isMisplaced ? [[key, keys.find((other) => other > key)!]] : []
  })
}

/** The problems of one text, compared with the English one if there is one. */
export function checkText(locale: string, key: string, text: string, english: string | undefined): string[] {
  if (text.trim() === '') return [`${locale} ${key}: empty`]
  const message = readMessage(text)
  if (!message) return [`${locale} ${key}: not a valid message: ${text}`]
  const problems: string[] = []
  const expected = english === undefined ? null : readMessage(english)
  if (expected && message.names.join() !== expected.names.join()) {
    problems.push(
      `${locale} ${key}: names {${message.names.join(', ')}} instead of {${expected.names.join(', ')}}`,
    )
  }
  problems.push(...checkMarkup(locale, key, text, english ?? text))
  if (locale !== source && text === english && isSentence(text))
    problems.push(`${locale} ${key}: still ${source}: ${text}`)
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  for (const forms of message.plurals) {
    const absent = needed.filter((form) => !forms.includes(form))
    const foreign = forms.filter(
      (form) => !/^\d+$/.test(form) && !needed.includes(form as Intl.LDMLPluralRule),
    )
    if (absent.length > 0) problems.push(`${locale} ${key}: the plural lacks ${absent.join(', ')}`)
    if (foreign.length > 0)
      problems.push(`${locale} ${key}: the language has no plural ${foreign.join(', ')}`)
  }
  return problems
}

/** A text has words, values and the numbered marks of its links: nothing that a page or a mail could interpret as markup. */
function checkMarkup(locale: string, key: string, text: string, english: string): string[] {
  const marks = (of: string) => (of.match(/<\/?\d+>/g) ?? []).sort().join(' ')
  const rest = text.replaceAll(/<\/?\d+>/g, '')
  const problems: string[] = []
  if (marks(text) !== marks(english))
    problems.push(`${locale} ${key}: other marks than in ${source}: ${text}`)
  if (/<|&#?\w+;|\bjavascript:|:\/\/|\p{Cc}|[\u202a-\u202e\u2066-\u2069]/iu.test(rest))
    problems.push(`${locale} ${key}: holds markup, an address or a hidden character: ${text}`)
  return problems
}

/** Four words or more besides values and plurals: shorter ones may be the same in two languages. */
function isSentence(text: string): boolean {
  let plain = text
  while (/\{[^{}]*\}/.test(plain)) plain = plain.replaceAll(/\{[^{}]*\}/g, ' ')
  return (plain.match(/\p{L}{2,}/gu) ?? []).length >= 4
}
