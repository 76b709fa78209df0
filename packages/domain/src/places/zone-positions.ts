/**
 * Where the main city of each time zone of the price regions lies (IANA tz database, zone.tab): latitude and longitude in
 * degrees. Good enough to tell day from night in the whole zone, and for nothing finer.
 */
const positions: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  'Africa/Ceuta': [35.9, -5.3],
  'Asia/Famagusta': [35.1, 34],
  'Asia/Nicosia': [35.2, 33.4],
  'Asia/Tbilisi': [41.7, 44.8],
  'Atlantic/Azores': [37.7, -25.7],
  'Atlantic/Canary': [28.1, -15.4],
  'Atlantic/Madeira': [32.6, -16.9],
  'Europe/Amsterdam': [52.4, 4.9],
  'Europe/Athens': [38, 23.7],
  'Europe/Belgrade': [44.8, 20.5],
  'Europe/Berlin': [52.5, 13.4],
  'Europe/Bratislava': [48.1, 17.1],
  'Europe/Brussels': [50.8, 4.3],
  'Europe/Bucharest': [44.4, 26.1],
  'Europe/Budapest': [47.5, 19.1],
  'Europe/Busingen': [47.7, 8.7],
  'Europe/Chisinau': [47, 28.8],
  'Europe/Copenhagen': [55.7, 12.6],
  'Europe/Dublin': [53.3, -6.2],
  'Europe/Helsinki': [60.2, 25],
  'Europe/Istanbul': [41, 29],
  'Europe/Kyiv': [50.4, 30.5],
  'Europe/Lisbon': [38.7, -9.1],
  'Europe/Ljubljana': [46, 14.5],
  'Europe/London': [51.5, -0.1],
  'Europe/Luxembourg': [49.6, 6.2],
  'Europe/Madrid': [40.4, -3.7],
  'Europe/Malta': [35.9, 14.5],
  'Europe/Oslo': [59.9, 10.8],
  'Europe/Paris': [48.9, 2.3],
  'Europe/Podgorica': [42.4, 19.3],
  'Europe/Prague': [50.1, 14.4],
  'Europe/Riga': [57, 24.1],
  'Europe/Rome': [41.9, 12.5],
  'Europe/Sarajevo': [43.9, 18.4],
  'Europe/Skopje': [42, 21.4],
  'Europe/Sofia': [42.7, 23.3],
  'Europe/Stockholm': [59.3, 18.1],
  'Europe/Tallinn': [59.4, 24.8],
  'Europe/Tirane': [41.3, 19.8],
  'Europe/Vienna': [48.2, 16.3],
  'Europe/Vilnius': [54.7, 25.3],
  'Europe/Warsaw': [52.2, 21],
  'Europe/Zagreb': [45.8, 16],
  'Europe/Zurich': [47.4, 8.5],
}

export function findZonePosition(timeZone: string): { latitude: number; longitude: number } | null {
  const position = positions[timeZone]
  return position ? { latitude: position[0], longitude: position[1] } : null
}
