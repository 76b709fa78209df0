/** A region with a day-ahead electricity price of its own. Codes are those of the European transmission operators. */
export interface BiddingZone {
  code: string
  /** In English; the only zone of a country is shown under the country's name in the reader's language. */
  name: string
  /** ISO 3166 codes of the countries that lie in it, wholly or partly. */
  countries: readonly string[]
  /** Energy Identification Code; its last character checks the others. */
  eic: string
  timeZone: string
  /** How Energy-Charts spells it; null if it has no prices of it. */
  energyCharts: string | null
  /** Energy-Charts may be shown under CC BY 4.0; its other prices are for private and internal use. */
  isCcBy: boolean
  /** Sold in the single European auction: its days begin at midnight CET, whatever its own clock says. */
  isCoupled: boolean
  /** Hardly any prices are published. */
  hasPrices: boolean
}

// Code, name, countries, EIC, time zone, code at Energy-Charts, and what else is so.
const rows = `
AT|Austria|AT|10YAT-APG------L|Europe/Vienna|AT|coupled ccBy
BE|Belgium|BE|10YBE----------2|Europe/Brussels|BE|coupled ccBy
BG|Bulgaria|BG|10YCA-BULGARIA-R|Europe/Sofia|BG|coupled
CH|Switzerland|CH|10YCH-SWISSGRIDZ|Europe/Zurich|CH|ccBy
CZ|Czechia|CZ|10YCZ-CEPS-----N|Europe/Prague|CZ|coupled ccBy
DE-LU|Germany and Luxembourg|DE,LU|10Y1001A1001A82H|Europe/Berlin|DE-LU|coupled ccBy
DK1|Denmark West|DK|10YDK-1--------W|Europe/Copenhagen|DK1|coupled ccBy
DK2|Denmark East|DK|10YDK-2--------M|Europe/Copenhagen|DK2|coupled ccBy
EE|Estonia|EE|10Y1001A1001A39I|Europe/Tallinn|EE|coupled
ES|Spain|ES|10YES-REE------0|Europe/Madrid|ES|coupled
FI|Finland|FI|10YFI-1--------U|Europe/Helsinki|FI|coupled
FR|France|FR|10YFR-RTE------C|Europe/Paris|FR|coupled ccBy
GR|Greece|GR|10YGR-HTSO-----Y|Europe/Athens|GR|coupled
HR|Croatia|HR|10YHR-HEP------M|Europe/Zagreb|HR|coupled
HU|Hungary|HU|10YHU-MAVIR----U|Europe/Budapest|HU|coupled ccBy
IE-SEM|Ireland (single electricity market)|IE,GB|10Y1001A1001A59C|Europe/Dublin||coupled
IT-NORTH|Italy North|IT|10Y1001A1001A73I|Europe/Rome|IT-North|coupled ccBy
IT-CNORTH|Italy Centre-North|IT|10Y1001A1001A70O|Europe/Rome|IT-Centre-North|coupled
IT-CSOUTH|Italy Centre-South|IT|10Y1001A1001A71M|Europe/Rome|IT-Centre-South|coupled
IT-SOUTH|Italy South|IT|10Y1001A1001A788|Europe/Rome|IT-South|coupled
IT-CALABRIA|Italy Calabria|IT|10Y1001C--00096J|Europe/Rome|IT-Calabria|coupled
IT-SICILY|Italy Sicily|IT|10Y1001A1001A75E|Europe/Rome|IT-Sicily|coupled
IT-SARDINIA|Italy Sardinia|IT|10Y1001A1001A74G|Europe/Rome|IT-Sardinia|coupled
LT|Lithuania|LT|10YLT-1001A0008Q|Europe/Vilnius|LT|coupled
LV|Latvia|LV|10YLV-1001A00074|Europe/Riga|LV|coupled
ME|Montenegro|ME|10YCS-CG-TSO---S|Europe/Podgorica|ME|
NL|Netherlands|NL|10YNL----------L|Europe/Amsterdam|NL|coupled ccBy
NO1|Norway East|NO|10YNO-1--------2|Europe/Oslo|NO1|coupled
NO2|Norway South-West|NO|10YNO-2--------T|Europe/Oslo|NO2|coupled ccBy
NO3|Norway Middle|NO|10YNO-3--------J|Europe/Oslo|NO3|coupled
NO4|Norway North|NO|10YNO-4--------9|Europe/Oslo|NO4|coupled
NO5|Norway West|NO|10Y1001A1001A48H|Europe/Oslo|NO5|coupled
PL|Poland|PL|10YPL-AREA-----S|Europe/Warsaw|PL|coupled ccBy
PT|Portugal|PT|10YPT-REN------W|Europe/Lisbon|PT|coupled
RO|Romania|RO|10YRO-TEL------P|Europe/Bucharest|RO|coupled
RS|Serbia|RS|10YCS-SERBIATSOV|Europe/Belgrade|RS|
SE1|Sweden Luleå|SE|10Y1001A1001A44P|Europe/Stockholm|SE1|coupled
SE2|Sweden Sundsvall|SE|10Y1001A1001A45N|Europe/Stockholm|SE2|coupled
SE3|Sweden Stockholm|SE|10Y1001A1001A46L|Europe/Stockholm|SE3|coupled
SE4|Sweden Malmö|SE|10Y1001A1001A47J|Europe/Stockholm|SE4|coupled ccBy
SI|Slovenia|SI|10YSI-ELES-----O|Europe/Ljubljana|SI|coupled ccBy
SK|Slovakia|SK|10YSK-SEPS-----K|Europe/Bratislava|SK|coupled
AL|Albania|AL|10YAL-KESH-----5|Europe/Tirane||
BA|Bosnia and Herzegovina|BA|10YBA-JPCC-----D|Europe/Sarajevo||
CY|Cyprus|CY|10YCY-1001A0003J|Asia/Nicosia||noPrices
GB|Great Britain|GB|10YGB----------A|Europe/London||
GE|Georgia|GE|10Y1001A1001B012|Asia/Tbilisi||noPrices
MD|Moldova|MD|10Y1001A1001A990|Europe/Chisinau||
MK|North Macedonia|MK|10YMK-MEPSO----8|Europe/Skopje||
MT|Malta|MT|10Y1001A1001A93C|Europe/Malta||noPrices
TR|Türkiye|TR|10YTR-TEIAS----W|Europe/Istanbul||noPrices
UA|Ukraine|UA|10Y1001C--00003F|Europe/Kyiv||
UA-IPS|Ukraine IPS|UA|10Y1001C--000182|Europe/Kyiv||
XK|Kosovo|XK|10Y1001C--00100H|Europe/Belgrade||noPrices
`

export const biddingZones: readonly BiddingZone[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [code, name, countries, eic, timeZone, energyCharts, flags] = row.split('|') as [
      ...[string, string, string, string, string, string, string],
    ]
    return {
      ...{ code, name, countries: countries.split(','), eic, timeZone },
      energyCharts: energyCharts || null,
      isCcBy: flags.includes('ccBy'),
      isCoupled: flags.includes('coupled'),
      hasPrices: !flags.includes('noPrices'),
    }
  })

const byCode = new Map(biddingZones.map((zone) => [zone.code, zone]))

export function findBiddingZone(code: string): BiddingZone | undefined {
  return byCode.get(code)
}

/** The regions of a country, the one that is the country itself first: it is the default for a new location. */
export function biddingZonesOf(countryCode: string): BiddingZone[] {
  return biddingZones
    .filter((zone) => zone.countries.includes(countryCode))
    .sort((a, b) => Number(b.code === countryCode) - Number(a.code === countryCode))
}
