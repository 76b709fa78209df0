/** A region with a day-ahead electricity price of its own. Codes are those of the European transmission operators. */
export interface BiddingZone {
  code: string
  /** In English; the only zone of a country is shown under the country's name in the reader's language. */
  name: string
  /** ISO 3166 codes of the countries that lie in it, wholly or partly. */
  countries: readonly string[]
}

export const biddingZones: readonly BiddingZone[] = [
  { code: 'AT', name: 'Austria', countries: ['AT'] },
  { code: 'BE', name: 'Belgium', countries: ['BE'] },
  { code: 'BG', name: 'Bulgaria', countries: ['BG'] },
  { code: 'CH', name: 'Switzerland', countries: ['CH'] },
  { code: 'CZ', name: 'Czechia', countries: ['CZ'] },
  { code: 'DE-LU', name: 'Germany and Luxembourg', countries: ['DE', 'LU'] },
  { code: 'DK1', name: 'Denmark West', countries: ['DK'] },
  { code: 'DK2', name: 'Denmark East', countries: ['DK'] },
  { code: 'EE', name: 'Estonia', countries: ['EE'] },
  { code: 'ES', name: 'Spain', countries: ['ES'] },
  { code: 'FI', name: 'Finland', countries: ['FI'] },
  { code: 'FR', name: 'France', countries: ['FR'] },
  { code: 'GR', name: 'Greece', countries: ['GR'] },
  { code: 'HR', name: 'Croatia', countries: ['HR'] },
  { code: 'HU', name: 'Hungary', countries: ['HU'] },
  { code: 'IE-SEM', name: 'Ireland (single electricity market)', countries: ['IE', 'GB'] },
  { code: 'IT-NORTH', name: 'Italy North', countries: ['IT'] },
  { code: 'IT-CNORTH', name: 'Italy Centre-North', countries: ['IT'] },
  { code: 'IT-CSOUTH', name: 'Italy Centre-South', countries: ['IT'] },
  { code: 'IT-SOUTH', name: 'Italy South', countries: ['IT'] },
  { code: 'IT-CALABRIA', name: 'Italy Calabria', countries: ['IT'] },
  { code: 'IT-SICILY', name: 'Italy Sicily', countries: ['IT'] },
  { code: 'IT-SARDINIA', name: 'Italy Sardinia', countries: ['IT'] },
  { code: 'LT', name: 'Lithuania', countries: ['LT'] },
  { code: 'LV', name: 'Latvia', countries: ['LV'] },
  { code: 'ME', name: 'Montenegro', countries: ['ME'] },
  { code: 'NL', name: 'Netherlands', countries: ['NL'] },
  { code: 'NO1', name: 'Norway East', countries: ['NO'] },
  { code: 'NO2', name: 'Norway South-West', countries: ['NO'] },
  { code: 'NO3', name: 'Norway Middle', countries: ['NO'] },
  { code: 'NO4', name: 'Norway North', countries: ['NO'] },
  { code: 'NO5', name: 'Norway West', countries: ['NO'] },
  { code: 'PL', name: 'Poland', countries: ['PL'] },
  { code: 'PT', name: 'Portugal', countries: ['PT'] },
  { code: 'RO', name: 'Romania', countries: ['RO'] },
  { code: 'RS', name: 'Serbia', countries: ['RS'] },
  { code: 'SE1', name: 'Sweden Luleå', countries: ['SE'] },
  { code: 'SE2', name: 'Sweden Sundsvall', countries: ['SE'] },
  { code: 'SE3', name: 'Sweden Stockholm', countries: ['SE'] },
  { code: 'SE4', name: 'Sweden Malmö', countries: ['SE'] },
  { code: 'SI', name: 'Slovenia', countries: ['SI'] },
  { code: 'SK', name: 'Slovakia', countries: ['SK'] },
  { code: 'AL', name: 'Albania', countries: ['AL'] },
  { code: 'BA', name: 'Bosnia and Herzegovina', countries: ['BA'] },
  { code: 'CY', name: 'Cyprus', countries: ['CY'] },
  { code: 'GB', name: 'Great Britain', countries: ['GB'] },
  { code: 'GE', name: 'Georgia', countries: ['GE'] },
  { code: 'MD', name: 'Moldova', countries: ['MD'] },
  { code: 'MK', name: 'North Macedonia', countries: ['MK'] },
  { code: 'MT', name: 'Malta', countries: ['MT'] },
  { code: 'TR', name: 'Türkiye', countries: ['TR'] },
  { code: 'UA', name: 'Ukraine', countries: ['UA'] },
  { code: 'UA-IPS', name: 'Ukraine IPS', countries: ['UA'] },
  { code: 'XK', name: 'Kosovo', countries: ['XK'] },
]

/** The regions of a country, the one that is the country itself first: it is the default for a new location. */
export function biddingZonesOf(countryCode: string): BiddingZone[] {
  return biddingZones
    .filter((zone) => zone.countries.includes(countryCode))
    .sort((a, b) => Number(b.code === countryCode) - Number(a.code === countryCode))
}
