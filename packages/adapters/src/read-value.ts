import { linkLimits, type ReadingValue } from '@ohmstead/contract/controller-messages'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'

/** A number as devices print it; null for an empty text or anything else, which means "no valid value". */
export function readNumberText(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '' || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(trimmed)) return null
  const value = Number(trimmed)
  return Math.abs(value) <= linkLimits.largestNumber ? value : null
}

/** A finite number of JSON, or null. */
export function readFinite(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= linkLimits.largestNumber ? value : null
}

/**
 * A number in the unit of a canonical metric: times `factor`, without the binary error of it. Registers have steps of
 * at least 0.0001 Wh.
 */
export function scale(value: number | null, factor: number): number | null {
  return value === null ? null : Math.round(value * factor * 1e4) / 1e4 + 0
}

/** The text of a topic as a value of this metric: states stay text, numbers become numbers, everything else null. */
export function readMetricText(metric: string, text: string, factor = 1): ReadingValue {
  const number = readNumberText(text)
  if (number !== null) return scale(number, factor)
  if (findMetric(metric)?.kind !== 'state') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return text === '' ? null : text.slice(0, linkLimits.textValueLength)
}

/** The object in a text, or null. */
export function readJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A short printable text, or null. */
export function readName(value: unknown, length: number = linkLimits.nameLength): string | null {
  if (typeof value !== 'string') return null
  const clean = value
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, length)
  return clean !== '' && clean.isWellFormed() ? clean : null
}

/** Part of a topic or name as the id of a device: letters, digits, `_ . : -`. */
export function toDeviceId(text: string): string {
  const id = text.replace(/[^\w.:-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  return id.slice(0, linkLimits.keyLength) || 'device'
}
