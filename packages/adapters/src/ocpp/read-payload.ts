import { isObject, readName } from '../read-value.ts'
import type { ErrorCode, Payload } from './ocpp-frame.ts'

/** A field that is missing or not what the protocol says; answered as a call error. */
export class Violation extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, text: string) {
    super(text)
    this.code = code
  }
}

const own = (payload: Payload, name: string): unknown =>
  Object.hasOwn(payload, name) ? payload[name] : undefined

const missing = (name: string) => new Violation('OccurrenceConstraintViolation', `${name} is missing`)
const wrongType = (name: string, wanted: string) =>
  new Violation('TypeConstraintViolation', `${name} is not ${wanted}`)

/** A short text, or null if the field is not there. */
export function findText(payload: Payload, name: string, longest = 255): string | null {
  const value = own(payload, name)
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw wrongType(name, 'a text')
  if (value.length > longest) throw new Violation('PropertyConstraintViolation', `${name} is too long`)
  return readName(value, longest)
}

export function getText(payload: Payload, name: string, longest = 255): string {
  const text = findText(payload, name, longest)
  if (text === null) throw missing(name)
  return text
}

export function findInteger(payload: Payload, name: string): number | null {
  const value = own(payload, name)
  if (value === undefined || value === null) return null
  if (typeof value !== 'number') throw wrongType(name, 'a number')
  if (!Number.isSafeInteger(value)) throw wrongType(name, 'an integer')
  return value
}

export function getInteger(payload: Payload, name: string): number {
  const value = findInteger(payload, name)
  if (value === null) throw missing(name)
  return value
}

/** The number of a connector or EVSE; 0 is the station as a whole. */
export function readPlace(value: number): number {
  if (value < 0 || value > mostPlaces)
    throw new Violation('PropertyConstraintViolation', `there are 0 to ${mostPlaces} connectors`)
  return value
}
const mostPlaces = 20

export function findObject(payload: Payload, name: string): Payload | null {
  const value = own(payload, name)
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw wrongType(name, 'an object')
  return value
}

export function getObject(payload: Payload, name: string): Payload {
  const object = findObject(payload, name)
  if (object === null) throw missing(name)
  return object
}

/** The objects of a list; empty if it is not there. */
export function readList(payload: Payload, name: string, longest: number): Payload[] {
  const value = own(payload, name)
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw wrongType(name, 'a list')
  if (value.length > longest) throw new Violation('PropertyConstraintViolation', `${name} is too long`)
  return value.map((item) => {
    if (!isObject(item)) throw wrongType(name, 'a list of objects')
    return item
  })
}

const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i

/** Epoch ms, or null if the field is not there. A time without a zone is UTC, as the protocol says. */
export function findTime(payload: Payload, name: string): number | null {
  const text = findText(payload, name, 40)
  if (text === null) return null
  const match = instant.exec(text)
  const at = match ? Date.parse(`${match[1]!.toUpperCase()}${(match[2] ?? 'Z').toUpperCase()}`) : Number.NaN
  if (Number.isNaN(at)) throw new Violation('PropertyConstraintViolation', `${name} is not a time`)
  return at
}

export function getTime(payload: Payload, name: string): number {
  const at = findTime(payload, name)
  if (at === null) throw missing(name)
  return at
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i

/** A measured value, however large: a text in 1.6, a number in 2.0.1; some stations mix them up. */
export function readMeasured(payload: Payload, name: string): number | null {
  const value = own(payload, name)
  if (value === undefined || value === null) throw missing(name)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return decimal.test(value.trim()) ? Number(value) : null
  throw wrongType(name, 'a number')
}
