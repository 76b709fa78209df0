/** Minor units of the currencies prices can be in. */
export const currencyDecimals = {
  EUR: 2,
  GBP: 2,
  SEK: 2,
  NOK: 2,
  DKK: 2,
  CHF: 2,
  PLN: 2,
  CZK: 2,
  HUF: 2,
  RON: 2,
  BGN: 2,
  HRK: 2,
  ISK: 0,
  UAH: 2,
  CAD: 2,
  USD: 2,
  ILS: 2,
  RUB: 2,
  TRY: 2,
  JPY: 0,
  KWD: 3,
} as const

export type CurrencyCode = keyof typeof currencyDecimals

export const currencyCodes = Object.keys(currencyDecimals) as CurrencyCode[]

/** Countries of the platform without the euro whose currency is among these. */
const ofCountry: Readonly<Record<string, CurrencyCode>> = {
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
}

/** In which currency prices of a country are usually. */
export const currencyOf = (countryCode: string): CurrencyCode => ofCountry[countryCode] ?? 'EUR'
