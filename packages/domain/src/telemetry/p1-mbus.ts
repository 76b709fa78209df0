import { type ObisLine, parseQuantity } from './p1-lines.ts'
import { type MeterTime, parseMeterTime } from './p1-time.ts'

/** A meter of gas, heat or water that reports through the electricity meter. */
export interface MbusReading {
  /** 1…4 */
  channel: number
  kind: 'electricity' | 'gas' | 'heat' | 'water' | 'other'
  id: string | null
  /** Null if the meter has not reported yet. */
  value: number | null
  /** 'm3', 'GJ', 'kWh' … as the meter prints it. */
  unit: string | null
  time: MeterTime | null
}

// Device types of EN 13757-3.
const kinds: Record<number, MbusReading['kind']> = {
  2: 'electricity',
  3: 'gas',
  4: 'heat',
  6: 'water',
  7: 'water',
  8: 'heat',
  12: 'heat',
  13: 'heat',
}

export function readMbus(lines: readonly ObisLine[]): MbusReading[] {
  const readings: MbusReading[] = []
  for (let channel = 1; channel <= 4; channel++) {
    const own = lines.filter((line) => line.channel === `0-${channel}`)
    const find = (pattern: RegExp) => own.find(({ code }) => pattern.test(code))
    const type = Number(find(/^24\.1\.0$/)?.groups[0] ?? Number.NaN)
    const value = readValue(find(/^24\.2\.\d+$/)) ?? readOldValue(find(/^24\.3\.0$/))
    if (!value) continue
    readings.push({ channel, kind: kinds[type] ?? 'other', id: readId(find(/^96\.1\.[01]$/)), ...value })
  }
  return readings
}

/** (time)(value*unit) */
function readValue(line: ObisLine | undefined) {
  if (!line) return null
  const [time = '', reading] = line.groups
  const quantity = parseQuantity(reading)
  const isKnown = quantity !== null && quantity.unit !== ''
  return {
    value: isKnown ? quantity.value : null,
    unit: isKnown ? quantity.unit : null,
    time: parseMeterTime(time),
  }
}

/** Before version 4: (time)(status)(period)(count)(code)(unit)(value), the value on a line of its own. */
function readOldValue(line: ObisLine | undefined) {
  if (!line) return null
  const quantity = parseQuantity(line.groups[6])
  return {
    value: quantity?.value ?? null,
    unit: line.groups[5] || null,
    time: parseMeterTime(line.groups[0] ?? ''),
  }
}

/** Most meters print ids as the hexadecimal of their letters, some print them plainly. */
export function readId(line: ObisLine | undefined): string | null {
  const text = line?.groups[0]?.slice(0, 96)
  return text ? readIdText(text) : null
}

export function readIdText(text: string): string | null {
  if (/^(?:[2-7][0-9A-Fa-f]){4,}$/.test(text)) {
    const letters = text.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
    if (/^[0-9A-Za-z ]+$/.test(letters)) return letters.trim()
  }
  return /^[\x20-\x7e]+$/.test(text) ? text : null
}
