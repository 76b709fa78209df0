/** Titles of the time-of-use plans and blocks that come with the platform, as Slovenian suppliers print them. */
export const libraryTitles = {
  fourWindows: 'Štiri časovna okna (SI)',
  solarLow: 'Sončno okno, nižja sezona',
  solarHigh: 'Sončno okno, višja sezona',
  base: 'Osnovno okno',
  peak: 'Konično okno',
} as const
