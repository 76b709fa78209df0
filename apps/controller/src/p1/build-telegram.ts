import type { Values } from '../plant/plant-readings.ts'

export interface MeterReading {
  ts: number
  /** Canonical values of the device `grid`: W, Wh, V, A. */
  values: Values
}

export interface TelegramOptions {
  /** `dsmr5` has a checksum and T1 = low tariff; `slovenian` has none and T1 = high tariff (VT). */
  style: 'dsmr5' | 'slovenian'
  timeZone: string
  serial: string
}

/** One P1 telegram: text with CRLF line endings, as a meter would send it. Unknown values are omitted. */
export function buildTelegram(reading: MeterReading, options: TelegramOptions): string {
  const lines = options.style === 'dsmr5' ? buildDsmr5(reading, options) : buildSlovenian(reading, options)
  const body = `${lines.join('\r\n')}\r\n!`
  const crc =
    options.style === 'dsmr5' ? calculateCrc16(body).toString(16).toUpperCase().padStart(4, '0') : ''
  return `${body}${crc}\r\n`
}

/** CRC-16/ARC: reflected polynomial 0xA001, from 0, over everything from the slash to the exclamation mark. */
export function calculateCrc16(text: string): number {
  let crc = 0
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) & 0xff
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}

function buildDsmr5(reading: MeterReading, { timeZone, serial }: TelegramOptions): string[] {
  const { date, time, season } = formatLocal(reading.ts, timeZone)
  const value = createReader(reading.values)
  // Dutch numbering: register 1 is the low tariff, which is the second one in Slovenia.
  return [
    '/OHM5\\2OHMSTEAD-SIM',
    '',
    '1-3:0.2.8(50)',
    `0-0:1.0.0(${date}${time}${season})`,
    `0-0:96.1.1(${toHex(serial)})`,
    ...value('1-0:1.8.1', 'energy_import_t2', 1000, 'kWh', 10),
    ...value('1-0:1.8.2', 'energy_import_t1', 1000, 'kWh', 10),
    ...value('1-0:2.8.1', 'energy_export_t2', 1000, 'kWh', 10),
    ...value('1-0:2.8.2', 'energy_export_t1', 1000, 'kWh', 10),
    ...formatTariff(reading.values['grid/tariff'] === 1 ? 2 : 1),
    ...value('1-0:1.7.0', 'power', 1000, 'kW', 6),
    ...value('1-0:2.7.0', '-power', 1000, 'kW', 6),
    ...buildPhases(reading.values),
  ]
}

function buildSlovenian(reading: MeterReading, { timeZone, serial }: TelegramOptions): string[] {
  const { date, time } = formatLocal(reading.ts, timeZone)
  const value = createReader(reading.values)
  return [
    '/ISk5\\2OHMSTEAD-SIM',
    '',
    `0-0:96.1.0(${serial})`,
    `1-0:0.9.1(${time})`,
    `1-0:0.9.2(${date})`,
    ...value('1-0:1.8.0', 'energy_import', 1000, 'kWh', 10),
    ...value('1-0:1.8.1', 'energy_import_t1', 1000, 'kWh', 10),
    ...value('1-0:1.8.2', 'energy_import_t2', 1000, 'kWh', 10),
    ...value('1-0:2.8.0', 'energy_export', 1000, 'kWh', 10),
    ...value('1-0:2.8.1', 'energy_export_t1', 1000, 'kWh', 10),
    ...value('1-0:2.8.2', 'energy_export_t2', 1000, 'kWh', 10),
    ...formatTariff(reading.values['grid/tariff'] === 1 ? 1 : 2),
    ...value('1-0:1.7.0', 'power', 1000, 'kW', 6),
    ...value('1-0:2.7.0', '-power', 1000, 'kW', 6),
    ...buildPhases(reading.values),
  ]
}

function buildPhases(values: Values): string[] {
  const value = createReader(values)
  const codes = [1, 2, 3]
  return [
    ...codes.flatMap((phase) => value(`1-0:${phase * 20 + 12}.7.0`, `voltage_l${phase}`, 1, 'V', 5, 1)),
    ...codes.flatMap((phase) => value(`1-0:${phase * 20 + 11}.7.0`, `+current_l${phase}`, 1, 'A', 6, 2)),
    ...codes.flatMap((phase) => value(`1-0:${phase * 20 + 1}.7.0`, `power_l${phase}`, 1000, 'kW', 6)),
    ...codes.flatMap((phase) => value(`1-0:${phase * 20 + 2}.7.0`, `-power_l${phase}`, 1000, 'kW', 6)),
  ]
}

/** A line of one metric; `-` before its name takes the other direction, `+` the absolute value. Negative values show zero. */
function createReader(values: Values) {
  return (code: string, name: string, divisor: number, unit: string, width: number, digits = 3): string[] => {
    const raw = values[`grid/${name.replace(/^[-+]/, '')}`]
    if (typeof raw !== 'number') return []
    const signed = name.startsWith('-') ? -raw : name.startsWith('+') ? Math.abs(raw) : raw
    const text = (Math.max(0, signed) / divisor).toFixed(digits).padStart(width, '0')
    return [`${code}(${text}*${unit})`]
  }
}

const formatTariff = (tariff: number) => [`0-0:96.14.0(${String(tariff).padStart(4, '0')})`]

const toHex = (text: string) =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')).join('')

function formatLocal(ts: number, timeZone: string): { date: string; time: string; season: 'S' | 'W' } {
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(ts)).toZonedDateTimeISO(timeZone)
  const two = (value: number) => String(value % 100).padStart(2, '0')
  const winter = local.with({ month: 1, day: 15 }).offsetNanoseconds
  return {
    date: two(local.year) + two(local.month) + two(local.day),
    time: two(local.hour) + two(local.minute) + two(local.second),
    season: local.offsetNanoseconds > winter ? 'S' : 'W',
  }
}
