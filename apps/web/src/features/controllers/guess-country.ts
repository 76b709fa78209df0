import { timeZonesOf } from '@ohmstead/domain/places/time-zones'

/** What a browser tells of where it stands. */
export interface BrowserPlace {
  languages: readonly string[]
  timeZone: string
}

export function readBrowserPlace(): BrowserPlace {
  return {
    languages: navigator.languages,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/**
 * The country that a new place is probably in, of those offered: where the clock runs so, and among several the one of
 * the language; else of the language alone, for a language says less of where somebody lives; else Slovenia, else none.
 */
export function guessCountry(offered: readonly string[], { languages, timeZone }: BrowserPlace): string {
  const spoken = languages
    .map((tag) => new Intl.Locale(tag).region ?? '')
    .filter((code) => offered.includes(code))
  const there = offered.filter((code) => timeZonesOf(code).includes(timeZone))
  return (
    spoken.find((code) => there.includes(code)) ??
    there[0] ??
    spoken[0] ??
    offered.find((code) => code === 'SI') ??
    ''
  )
}
