import { timeZonesOf } from '@ohmstead/domain/places/time-zones'

/** What a browser reveals about its place. */
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
 * The likely country of a new location among the offered ones: by time zone, and among several by
 * language; else by language alone, which says less about where somebody lives; else Slovenia, else none.
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
