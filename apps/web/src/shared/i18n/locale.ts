import { type Locale, localeTag } from '@ohmstead/domain/i18n/locales'

/** Each language by its own name, sorted by name. */
export const localeNames: Record<Locale, string> = {
  bs: 'Bosanski',
  cs: 'Čeština',
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  hr: 'Hrvatski',
  it: 'Italiano',
  mk: 'Македонски',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  sk: 'Slovenčina',
  sl: 'Slovenščina',
  sr: 'Srpski',
  sv: 'Svenska',
}

let hourCycle: 'h12' | 'h23' = 'h23'
const watchers = new Set<() => void>()

/** 24 hours unless the person prefers 12. */
export function setHourCycle(timeFormat: '12h' | '24h' | undefined): void {
  const wanted = timeFormat === '12h' ? 'h12' : 'h23'
  if (wanted === hourCycle) return
  hourCycle = wanted
  for (const watch of watchers) watch()
}

/** Calls back when the clock changes, so that shown times are updated; returns a function to stop. */
export function watchHourCycle(watch: () => void): () => void {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

/** The tag for numbers and dates, with the clock. */
export function formatTag(locale: string): string {
  return `${localeTag(locale)}-u-hc-${hourCycle}`
}
