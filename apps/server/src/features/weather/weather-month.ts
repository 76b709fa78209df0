import type { WeatherHours } from './weather-client.ts'

const rows = ['globalWm2', 'diffuseWm2', 'directWm2', 'airC', 'windMs'] as const

/** The first days of the UTC months that lie between two instants, the last one excluded. */
export function listMonths(fromMs: number, toMs: number): string[] {
  const months: string[] = []
  for (let month = monthOf(fromMs); Date.parse(month) < toMs; month = monthAfter(month)) months.push(month)
  return months
}

const monthOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 7)}-01`

export function monthAfter(month: string): string {
  return monthOf(Date.parse(month) + 32 * 86_400_000)
}

/** The hours of a month, packed as stored in the database. */
export function packMonth(hours: WeatherHours, month: string): { packed: Uint8Array; isComplete: boolean } {
  const from = (Date.parse(month) - hours.firstStartMs) / 3_600_000
  const to = (Date.parse(monthAfter(month)) - hours.firstStartMs) / 3_600_000
  const values = rows.flatMap((row) => hours[row].slice(from, to))
  const isComplete = values.every((value) => value !== null)
  const packed = Float32Array.from(values, (value) => value ?? Number.NaN)
  return { packed: new Uint8Array(packed.buffer), isComplete }
}

/** The inverse: an array of hours for each quantity. */
export function unpackMonth(packed: Uint8Array): Record<(typeof rows)[number], (number | null)[]> {
  // A copy: the driver's bytes may begin anywhere in a larger buffer, floats must be aligned to four bytes.
  const values = new Float32Array(new Uint8Array(packed).buffer)
  const count = values.length / rows.length
  const known = (value: number) => (Number.isNaN(value) ? null : Math.round(value * 100) / 100)
  return Object.fromEntries(
    rows.map((row, place) => [row, Array.from(values.subarray(place * count, (place + 1) * count), known)]),
  ) as Record<(typeof rows)[number], (number | null)[]>
}
