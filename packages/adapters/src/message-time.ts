import { isObject } from './read-value.ts'

const names = ['ts', 'timestamp', 'time', 'Time', 'Timestamp'] as const

/** The time that a JSON message has of its own, epoch ms: seconds, milliseconds or a text with a zone; null without one. */
export function findMessageTime(value: unknown): number | null {
  if (!isObject(value)) return null
  for (const name of names) {
    if (!Object.hasOwn(value, name)) continue
    const time = value[name]
    if (typeof time === 'number') {
      if (time > 1e12 && time < 1e13) return Math.round(time)
      if (time > 1e9 && time < 1e10) return Math.round(time * 1000)
    }
    if (typeof time === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(Z|[+-]\d\d:?\d\d)$/.test(time)) {
      const parsed = Date.parse(time)
      if (!Number.isNaN(parsed)) return parsed
    }
  }
  return null
}
