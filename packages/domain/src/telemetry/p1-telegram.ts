import type { MetricName } from './metrics.ts'
import { crc16Arc } from './p1-crc.ts'
import { type ObisLine, parseObisLines } from './p1-lines.ts'
import { type MbusReading, readId, readMbus } from './p1-mbus.ts'
import { type MeterTime, parseMeterTime } from './p1-time.ts'
import { readGridValues } from './p1-values.ts'

/** What a smart meter sends through its consumer port (P1). */
export interface P1Telegram {
  /** The line after `/` that names maker and model. */
  ident: string
  /** absent: the meter prints no checksum, or 0000 without computing one. */
  crc: 'valid' | 'absent'
  meterId: string | null
  meterTime: MeterTime | null
  /** Canonical metrics of the grid device, in W, Wh, V, A, var and Hz; import is positive. */
  values: Partial<Record<MetricName, number>>
  mbus: MbusReading[]
}

export type P1Refusal = 'too_large' | 'no_telegram' | 'wrong_crc'
export type P1Result = { ok: true; telegram: P1Telegram } | { ok: false; reason: P1Refusal; detail: string }

/** The longest telegrams, with two text messages of 2,048 digits, stay below 8 kB. */
const maxBytes = 32_768

/**
 * Parses the first telegram in `bytes` (DSMR 2.2 to 5, its Belgian, Austrian, Hungarian, Slovenian and EasyMeter
 * relatives). It never throws, whatever the input, and refuses what is too large, no telegram, or fails its checksum.
 * The checksum covers the raw bytes from `/` to `!`; if a sender has replaced the line endings by single line feeds,
 * the original ones are tried too.
 */
export function parseP1Telegram(bytes: Uint8Array): P1Result {
  if (bytes.length > maxBytes) return refuse('too_large', `${bytes.length} bytes, at most ${maxBytes}`)
  const text = asLatin1(bytes)
  const start = text.indexOf('/')
  if (start < 0) return refuse('no_telegram', 'no line begins with /')
  const end = /[\r\n]!/.exec(text.slice(start))?.index
  if (end === undefined) return refuse('no_telegram', 'no line begins with !')
  const bang = start + end + 1
  const printed = /^!([^\r\n]*)/.exec(text.slice(bang))?.[1]?.trim() ?? ''
  const crc = checkCrc(text.slice(start, bang + 1), printed)
  if (crc === 'wrong')
    return refuse(
      'wrong_crc',
      `its checksum ${JSON.stringify(printed.slice(0, 20))} does not match: it was changed or cut on the way`,
    )
  const body = text.slice(start + 1, bang)
  const lines = parseObisLines(body)
  const first = (code: string) => lines.find((line) => line.code === code)?.groups[0]
  return {
    ok: true,
    telegram: {
      ident: printable(body.slice(0, body.search(/[\r\n]/))),
      crc,
      meterId: readId(lines.find(isMeterId) ?? lines.find(({ code }) => code === '0.0.0')),
      // Slovenian meters print date and time under separate codes, without a season.
      meterTime: parseMeterTime(first('1.0.0') ?? `${first('0.9.2') ?? ''}${first('0.9.1') ?? ''}`),
      values: readGridValues(lines),
      mbus: readMbus(lines),
    },
  }
}

const isMeterId = ({ channel, code }: ObisLine) => channel === '0-0' && /^96\.1\.[01]$/.test(code)

const refuse = (reason: P1Refusal, detail: string): P1Result => ({ ok: false, reason, detail })

function checkCrc(covered: string, printed: string): 'valid' | 'absent' | 'wrong' {
  if (printed === '') return 'absent'
  if (!/^[0-9A-Fa-f]{1,4}$/.test(printed)) return 'wrong'
  const expected = Number.parseInt(printed, 16)
  if (crc16Arc(asBytes(covered)) === expected) return 'valid'
  if (!covered.includes('\r') && crc16Arc(asBytes(covered.replaceAll('\n', '\r\n'))) === expected)
    return 'valid'
  return /^0+$/.test(printed) ? 'absent' : 'wrong'
}

// One character per byte, so that the checksum sees what the meter sent, including a byte 0x02 in the identification.
const asLatin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const asBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 100)
