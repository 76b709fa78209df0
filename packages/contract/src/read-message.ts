import { cleanLine, isSingleLine } from '@ohmstead/domain/forms/single-line'
import { linkLimits, type Refused } from './controller-messages.ts'

export type JsonObject = Record<string, unknown>

/** Parses the text of one message to an object with a supported version, or says why not. Never throws. */
export function readMessage(text: string): { ok: true; object: JsonObject } | Refused {
  if (text.length > linkLimits.maximumBytes) {
    return {
      ok: false,
      reason: 'oversized',
      detail: `${text.length} bytes, at most ${linkLimits.maximumBytes}`,
    }
  }
  let value: unknown
  try {
    // Some editors and shells put a byte order mark first.
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    return { ok: false, reason: 'malformed', detail: describeNoJson(text, error as Error) }
  }
  if (!isObject(value)) return { ok: false, reason: 'malformed', detail: 'not a JSON object' }
  if (value.v !== undefined && value.v !== 1) {
    return {
      ok: false,
      reason: 'unsupported_version',
      detail: `v is ${describe(value.v)}, this is version 1`,
      seq: readSeq(value) ?? undefined,
    }
  }
  return { ok: true, object: value }
}

function describeNoJson(text: string, { message }: Error): string {
  // What Python and others write for not-a-number.
  const name = /[[:,]\s*-?(NaN|Infinity)\s*[\],}]/.exec(text)?.[1]
  if (name) return `not JSON: it has no ${name}, send null`
  return `not JSON: ${cleanLine(message, 120)}`
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The sequence number, or null if none can be acknowledged. */
export function readSeq(object: JsonObject): number | null {
  return typeof object.seq === 'number' && Number.isSafeInteger(object.seq) && object.seq >= 0
    ? object.seq
    : null
}

/** Name of a device or a metric: letters, digits, `_ . : -`, starting with a letter or digit. */
export const namePattern = /^[A-Za-z0-9][\w.:-]{0,63}$/

/** Whether a text can be stored unchanged. */
export function isCleanText(text: string, length: number): boolean {
  return text.length <= length && text.isWellFormed() && isSingleLine(text)
}

/** A text field, or null if it is missing, empty or not text. */
export function readText(value: unknown, length: number): string | null {
  return typeof value === 'string' ? cleanLine(value, length) || null : null
}

export function readNumber(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= linkLimits.largestNumber ? value : null
}

/** Epoch milliseconds, or null. */
export function readInstant(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value < 1e14 ? Math.trunc(value) : null
}

/** Foreign JSON reduced to what may be stored: bounded depth and breadth, clean texts, finite numbers, harmless keys. */
export function cleanJson(value: unknown, depth = 6): unknown {
  if (typeof value === 'string') return cleanLine(value, 2_000)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object' || depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => cleanJson(item, depth - 1))
  return cleanObject(value as JsonObject, depth)
}

export function cleanObject(value: unknown, depth = 6): JsonObject {
  if (!isObject(value)) return {}
  const clean: [string, unknown][] = []
  for (const key of Object.keys(value).slice(0, 200)) {
    if (key !== '__proto__') clean.push([cleanLine(key, 100), cleanJson(value[key], depth - 1)])
  }
  return Object.fromEntries(clean)
}

/** A value shown to the person looking for the mistake; short, and never an echo of a long text. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `"${cleanLine(value, 40)}"`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
