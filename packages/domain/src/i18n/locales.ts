/** The interface languages of the product, as BCP 47 tags; Serbian is written in Latin script. */
export const supportedLocales = [
  'bs',
  'cs',
  'de',
  'en',
  'fr',
  'hr',
  'it',
  'mk',
  'nl',
  'pl',
  'pt',
  'sk',
  'sl',
  'sr',
  'sv',
] as const

export type Locale = (typeof supportedLocales)[number]

export const defaultLocale: Locale = 'sl'

export function isLocale(text: string): text is Locale {
  return (supportedLocales as readonly string[]).includes(text)
}

/**
 * The language to show: the first requested one that the product supports, else the default. Requests come in order of
 * weight (user setting, stored choice, the browser's languages) and may have a region: 'de-AT' is served by 'de'.
 */
export function chooseLocale(
  requested: readonly (string | null | undefined)[],
  available: readonly Locale[] = supportedLocales,
): Locale {
  for (const tag of requested) {
    const language = tag?.toLowerCase().split('-')[0]
    const found = available.find((locale) => locale === language)
    if (found) return found
  }
  return defaultLocale
}

/** Where the bare language would bring the conventions or the script of another country. */
const regions: Partial<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT', sr: 'sr-Latn-RS' }

/**
 * The nearest language that formats numbers and dates alike, for browsers that ship without these: Chromium knows
 * neither and would format both as in the US.
 */
const standIns: Partial<Record<string, string>> = { bs: 'sr-Latn-RS', mk: 'sr-Cyrl-RS' }

const tags = new Map<string, string>()

/** The tag used to format and parse numbers, dates and names of a language. */
export function localeTag(locale: string): string {
  const known = tags.get(locale)
  if (known) return known
  const tag = chooseTag(locale, writesCommas)
  tags.set(locale, tag)
  return tag
}

/** `isSpoken` tells whether the browser really formats a language of decimal commas with them. */
export function chooseTag(locale: string, isSpoken: (tag: string) => boolean): string {
  const standIn = standIns[locale]
  return standIn && !isSpoken(locale) ? standIn : (regions[locale] ?? locale)
}

const writesCommas = (tag: string) => new Intl.NumberFormat(tag).format(0.5) === '0,5'
