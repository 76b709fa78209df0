import { readFileSync } from 'node:fs'
import type { Locale } from '@ohmstead/domain/i18n/locales'

const kept = new Map<Locale, Record<string, string>>()

/** All texts of a language, from its catalogue. */
export function readCatalogue(locale: Locale): Record<string, string> {
  const known = kept.get(locale)
  if (known) return known
  const url = new URL(`../../locales/${locale}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>
  kept.set(locale, texts)
  return texts
}

/** The text that a page shows for a key, so that rewording breaks no journey. Plural forms need a pattern instead. */
export function words(key: string, locale: Locale = 'en'): string {
  const text = readCatalogue(locale)[key]
  if (text === undefined) throw new Error(`no text ${key} in ${locale}`)
  return text.replaceAll("''", "'")
}

/** The text in either language, for people with a language of their own. */
export function eitherWords(key: string): RegExp {
  return new RegExp(`^(${RegExp.escape(words(key, 'en'))}|${RegExp.escape(words(key, 'sl'))})$`)
}
