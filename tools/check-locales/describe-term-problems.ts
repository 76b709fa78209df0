import { readWords } from './read-message.ts'

/** A field term in one language: `*` stands for any letters, the words of a form follow one another. */
export interface Term {
  term: string
  forms: readonly string[]
  /** Synonyms that no text may use. */
  not?: readonly string[]
}

export interface Glossary {
  terms: Record<string, Record<string, Term>>
  /** Texts that rightly use another expression, in all languages or in the listed ones. */
  exceptions: readonly { term: string; key: string; languages?: readonly string[]; reason: string }[]
}

const source = 'en'

/** If English uses a field term, every language uses its own term and none of the forbidden ones. */
export function describeTermProblems(
  catalogues: Record<string, Record<string, string>>,
  { terms, exceptions }: Glossary,
): string[] {
  const problems: string[] = []
  const english = Object.entries(catalogues[source] ?? {}).map(
    ([key, text]) => [key, readWords(text)] as const,
  )
  for (const [name, languages] of Object.entries(terms)) {
    const named = toPattern(languages[source]?.forms ?? [name])
    const keys = english.filter(([, words]) => named.test(words)).map(([key]) => key)
    for (const [locale, catalogue] of Object.entries(catalogues)) {
      const own = languages[locale]
      if (!own) {
        problems.push(`${locale}: the glossary lacks ${name}`)
        continue
      }
      for (const key of keys) {
        const problem = findProblem(catalogue[key], own)
        if (!problem) continue
        const isExcepted = exceptions.some(
          (one) => one.term === name && one.key === key && (one.languages?.includes(locale) ?? true),
        )
        if (!isExcepted) problems.push(`${locale} ${key}: ${problem} (${name}): ${catalogue[key]}`)
      }
    }
  }
  for (const { term, key } of exceptions) {
    if (!terms[term]) problems.push(`${key}: excepted from ${term}, which the glossary lacks`)
    if (!(key in (catalogues[source] ?? {}))) problems.push(`${key}: excepted from ${term}, but missing`)
  }
  return problems
}

function findProblem(text: string | undefined, { term, forms, not }: Term): string | null {
  if (text === undefined) return null
  const words = readWords(text)
  const other = not && words.match(toPattern(not))
  if (other) return `says "${other[0]}" instead of "${term}"`
  return toPattern(forms).test(words) ? null : `does not say "${term}"`
}

/** Whole words only: "agreed power*" finds "agreed powers", not "disagreed power". A hyphen belongs to its word. */
function toPattern(forms: readonly string[]): RegExp {
  const choices = forms.map((form) =>
    form
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[\\p{L}\\p{N}-]*')
      .replaceAll(' ', '\\s+'),
  )
  return new RegExp(`(?<![\\p{L}\\p{N}-])(?:${choices.join('|')})(?!\\p{L})`, 'iu')
}
