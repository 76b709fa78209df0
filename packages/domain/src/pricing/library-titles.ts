/** What the platform itself stores by a Slovenian name: the plan of its library with its windows, and the fees of offers. */
export const libraryTitles = {
  fourWindows: 'Štiri časovna okna (SI)',
  solarLow: 'Sončno okno, nižja sezona',
  solarHigh: 'Sončno okno, višja sezona',
  base: 'Osnovno okno',
  peak: 'Konično okno',
  seasonLow: 'Nižja sezona',
  seasonHigh: 'Višja sezona',
  monthlyFee: 'Mesečno nadomestilo',
  extraFee: 'Dodatna storitev',
} as const
