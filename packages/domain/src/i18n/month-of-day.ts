/**
 * Languages that decline the month within a date ("do 3. decembra") while `Intl` names it as it stands alone ("3.
 * december"). Of the others that decline, `Intl` knows the form.
 */
const nominativeOnly: ReadonlySet<string> = new Set(['bs', 'sl', 'sr'])

/**
 * How the month of a day is written, by the language or a tag of it: by its name, or as a number where the name would be
 * wrong in a sentence.
 */
export function monthOfDay<Style extends 'long' | 'short'>(
  language: string,
  named: Style,
): Style | 'numeric' {
  return nominativeOnly.has(language.split('-')[0]!) ? 'numeric' : named
}
