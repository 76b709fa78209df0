/**
 * Languages that decline the month within a date ("do 3. decembra") although `Intl` returns the nominative ("3.
 * december"). For the other declining languages `Intl` returns the right form.
 */
const nominativeOnly: ReadonlySet<string> = new Set(['bs', 'sl', 'sr'])

/**
 * How the month of a date is written in a language or tag: by its name, or as a number where the name would be wrong
 * in a sentence.
 */
export function monthOfDay<Style extends 'long' | 'short'>(
  language: string,
  named: Style,
): Style | 'numeric' {
  return nominativeOnly.has(language.split('-')[0]!) ? 'numeric' : named
}
