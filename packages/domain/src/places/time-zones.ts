/**
 * The time zones of the countries in the price regions (IANA tz database, zone1970 and backward links), the most common
 * first.
 */
const timeZones: Readonly<Record<string, readonly string[]>> = {
  AL: ['Europe/Tirane'],
  AT: ['Europe/Vienna'],
  BA: ['Europe/Sarajevo'],
  BE: ['Europe/Brussels'],
  BG: ['Europe/Sofia'],
  CH: ['Europe/Zurich'],
  CY: ['Asia/Nicosia', 'Asia/Famagusta'],
  CZ: ['Europe/Prague'],
  DE: ['Europe/Berlin', 'Europe/Busingen'],
  DK: ['Europe/Copenhagen'],
  EE: ['Europe/Tallinn'],
  ES: ['Europe/Madrid', 'Atlantic/Canary', 'Africa/Ceuta'],
  FI: ['Europe/Helsinki'],
  FR: ['Europe/Paris'],
  GB: ['Europe/London'],
  GE: ['Asia/Tbilisi'],
  GR: ['Europe/Athens'],
  HR: ['Europe/Zagreb'],
  HU: ['Europe/Budapest'],
  IE: ['Europe/Dublin'],
  IT: ['Europe/Rome'],
  LT: ['Europe/Vilnius'],
  LU: ['Europe/Luxembourg'],
  LV: ['Europe/Riga'],
  MD: ['Europe/Chisinau'],
  ME: ['Europe/Podgorica'],
  MK: ['Europe/Skopje'],
  MT: ['Europe/Malta'],
  NL: ['Europe/Amsterdam'],
  NO: ['Europe/Oslo'],
  PL: ['Europe/Warsaw'],
  PT: ['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores'],
  RO: ['Europe/Bucharest'],
  RS: ['Europe/Belgrade'],
  SE: ['Europe/Stockholm'],
  SI: ['Europe/Ljubljana'],
  SK: ['Europe/Bratislava'],
  TR: ['Europe/Istanbul'],
  UA: ['Europe/Kyiv'],
  XK: ['Europe/Belgrade'],
}

/** The zones of a country by its ISO 3166 code; empty for a country outside the price regions. */
export function timeZonesOf(countryCode: string): readonly string[] {
  return timeZones[countryCode] ?? []
}

/** Whether this runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return name.includes('/') && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
